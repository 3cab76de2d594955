import { Languages, ListChecks, ListOrdered, type LucideIcon, MessageCircle, Text, Workflow } from 'lucide-react'
import { type NoteKind, noteKinds } from '../../../../shared/note-kinds.ts'
import { Use, UseForBar } from '../../../components/use-for/UseForBar.tsx'
import { useTextTargets } from '../../../platform/feature.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { offerToRecipes } from '../../../platform/recipes-store.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { useNotes } from './notes-store.ts'

const icons: Record<NoteKind, LucideIcon> = {
  summary: Text,
  chapters: ListOrdered,
  tasks: ListChecks,
  translation: Languages,
}

/** The next steps with a transcript: notes that a chat model makes of it, and the chat. */
export function UseFor({ transcriptId, disabled }: { transcriptId: string; disabled: boolean }) {
  const { t } = useTranslation()
  const targets = useTextTargets('transcription')
  return (
    <UseForBar>
      {noteKinds.map((kind) => (
        <Use
          key={kind}
          icon={icons[kind]}
          words={t(`transcription.notes.kinds.${kind}`)}
          disabled={disabled}
          asks
          onUse={() => useNotes.setState({ asking: kind })}
        />
      ))}
      {targets.length === 0 ? null : (
        <Use
          icon={MessageCircle}
          words={t('transcription.sendToChat')}
          disabled={disabled}
          asks
          onUse={() => useTranscription.setState({ sending: transcriptId })}
        />
      )}
      <Use icon={Workflow} words={t('recipes.use')} disabled={disabled} onUse={offerOpen} />
    </UseForBar>
  )
}

/** Offers the text of the open transcript to recipes. */
function offerOpen(): void {
  const { open } = transcription()
  if (open === null) return
  const lines = open.segments.map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`))
  const { model, title } = open.summary
  offerToRecipes({ kind: 'text', name: title, text: lines.join('\n'), step: { kind: 'transcribe', model, prompt: '' } })
}
