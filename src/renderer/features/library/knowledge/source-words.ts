import type { TFunction } from 'i18next'
import type { KnowledgeSource } from '../../../../shared/knowledge.ts'
import { unreadWords } from '../../../components/words/unread-words.ts'

/** Returns the state of a source in words. */
export function sourceWords(t: TFunction, language: string, { kind, progress }: KnowledgeSource): string {
  const { documents, failedFiles, firstFailed, passages, problem, state } = progress
  switch (state) {
    case 'waiting':
    case 'reading':
      return t(`knowledge.state.${state}`)
    case 'empty':
      return t('knowledge.state.empty')
    case 'failed': {
      if (problem === null) return t('knowledge.state.empty')
      const why = t(`knowledge.problem.${problem}`)
      return passages === 0 ? why : t('knowledge.stays', { problem: why, count: passages })
    }
    case 'read': {
      const parts = [t('knowledge.read', { count: passages })]
      if (kind === 'folder') parts.unshift(t('knowledge.readFiles', { count: documents }))
      if (firstFailed !== null) parts.push(t('knowledge.failedFiles', { count: failedFiles, name: firstFailed }))
      const left = unreadWords(t, language, progress.unread)
      if (left !== null) parts.push(left)
      if (problem !== null) parts.push(t(`knowledge.problem.${problem}`))
      return parts.join(' · ')
    }
    default:
      return state satisfies never
  }
}
