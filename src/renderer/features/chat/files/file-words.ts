import type { TFunction } from 'i18next'
import type { AttachedFile } from '../../../../shared/attached-file.ts'
import { filesMax } from '../../../../shared/attached-file-limits.ts'
import { unreadWords } from '../../../components/words/unread-words.ts'
import type { FileRefusal } from '../actions/composer-files.ts'

/** Returns the pages and estimated tokens of a file, how much of it is sent, and what was not read. */
export function fileFacts(t: TFunction, language: string, file: AttachedFile): string {
  const { cutFrom, length, pages, tokens } = file
  const figure = new Intl.NumberFormat(language, { maximumSignificantDigits: 2, notation: 'compact' })
  const facts = [
    ...(pages === null ? [] : [t('files.pages', { count: pages })]),
    t('files.tokens', { count: tokens, figure: figure.format(tokens) }),
    ...(cutFrom === null ? [] : [t('files.cut', { part: figure.format(length), whole: figure.format(cutFrom) })]),
  ]
  const left = unreadWords(t, language, file.unread)
  return [...facts, ...(left === null ? [] : [left])].join(' · ')
}

/** Returns why a file was not attached, in words. */
export function refusalWords(t: TFunction, refusal: FileRefusal): string {
  switch (refusal.by) {
    case 'reader':
      return t(`files.problem.${refusal.problem}`)
    case 'error':
      return t(`errors.${refusal.code}.title`)
    case 'count':
      return t('files.tooMany', { count: filesMax })
  }
}
