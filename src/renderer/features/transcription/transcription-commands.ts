import { AudioLines, Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { searchWords } from '../../../shared/folded-text.ts'
import { fromFirstHit } from '../../components/marked-text.ts'
import { type Badge, jobBadge } from '../../platform/badge.ts'
import type { Command } from '../../platform/command.ts'
import { useModels } from '../../platform/models-store.ts'
import { showPanel, useNavigation } from '../../platform/navigation.ts'
import { redoEdit, undoEdit } from './edit/edit-actions.ts'
import { needsAttention, runningCount } from './queue/queue.ts'
import { isActive } from './recorder/recorder.ts'
import { discardRecording, startRecording, stopRecording } from './recorder/recorder-actions.ts'
import { useRecorder } from './recorder/recorder-store.ts'
import { useTranscriptionTarget } from './target.ts'
import { findTranscripts } from './transcription-events.ts'
import { changeForm, useTranscription } from './transcription-store.ts'
import { openTranscript, soughtIn } from './view/open-actions.ts'

function inPanel(run: () => void): void {
  showPanel('transcription')
  // after the panel and the closing palette have settled: what opens now keeps the focus
  setTimeout(run, 150)
}

/** What transcription adds to the command palette. */
export function useTranscriptionCommands(): readonly Command[] {
  const { t } = useTranslation()
  const shown = useNavigation((state) => state.panel === 'transcription')
  const summary = useTranscription((state) => state.open?.summary ?? null)
  const canUndo = useTranscription((state) => state.open?.canUndo ?? false)
  const canRedo = useTranscription((state) => state.open?.canRedo ?? false)
  const { connection } = useTranscriptionTarget()
  const catalogues = useModels((state) => state.catalogues)
  const action = (id: string, label: string, run: () => void): Command => ({
    id: `transcription.${id}`,
    group: 'actions',
    label,
    hint: '',
    icon: AudioLines,
    shortcut: null,
    run,
  })
  const { setState } = useTranscription
  const recording = useRecorder((state) => isActive(state.recorder))
  const ofRecorder = recording
    ? [
        action('stopRecording', t('transcription.commands.stopRecording'), () => void stopRecording()),
        action('discardRecording', t('transcription.commands.discardRecording'), () => void discardRecording()),
      ]
    : [
        action('record', t('transcription.commands.record'), () => {
          showPanel('transcription')
          void startRecording()
        }),
      ]
  const models = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  const ofOpen =
    summary === null || !shown
      ? []
      : [
          action('export', t('transcription.commands.export'), () => setState({ exporting: [summary.id] })),
          action('send', t('transcription.commands.send'), () => setState({ sending: summary.id })),
          action('find', t('transcription.commands.find'), () => inPanel(() => setState({ finding: true }))),
          action('rename', t('transcription.commands.rename'), () => inPanel(() => setState({ titleEditing: true }))),
          ...(canUndo ? [action('undo', t('transcription.commands.undo'), undoEdit)] : []),
          ...(canRedo ? [action('redo', t('transcription.commands.redo'), redoEdit)] : []),
        ]
  return [
    // at once: the choice of files belongs to the key press, which a wait would outlast
    action('choose', t('transcription.commands.choose'), () => {
      showPanel('transcription')
      setState((state) => ({ chooseFiles: state.chooseFiles + 1 }))
    }),
    ...ofRecorder,
    action('search', t('transcription.commands.search'), () => inPanel(() => setState({ searching: true }))),
    action('model', t('transcription.commands.model'), () => inPanel(() => setState({ pickerOpen: true }))),
    ...ofOpen,
    ...models
      .filter((model) => model.kind === 'audio')
      .map(
        (model): Command => ({
          id: `transcription-model.${model.id}`,
          group: 'models',
          label: model.id,
          hint: `${connection?.name ?? ''} · ${t('panels.transcription')}`,
          icon: Cpu,
          shortcut: null,
          run: () => inPanel(() => changeForm({ connectionId: connection?.id ?? null, model: model.id })),
        }),
      ),
  ]
}

/** Transcripts with these words in title or text, as commands that open them. */
export async function findTranscriptCommands(query: string): Promise<readonly Command[]> {
  const transcripts = await findTranscripts(query, 8)
  return transcripts.map((transcript) => ({
    id: `transcript.${transcript.id}`,
    group: 'transcripts',
    label: transcript.title,
    hint: fromFirstHit(transcript.hit?.text ?? transcript.start, searchWords(query)).slice(0, 60),
    icon: AudioLines,
    shortcut: null,
    run: () => {
      showPanel('transcription')
      void openTranscript(transcript.id, soughtIn(transcript, query))
    },
  }))
}

/** How many recordings are on their way, for the rail; one that is being made comes before all of them. */
export function useTranscriptionBadge(): Badge | null {
  const { t } = useTranslation()
  const running = useTranscription((state) => runningCount(state.queue.jobs))
  const attention = useTranscription((state) => state.queue.jobs.filter(needsAttention).length)
  const phase = useRecorder((state) => state.recorder.phase)
  if (phase === 'recording' || phase === 'paused' || phase === 'ending')
    return { count: null, needsAttention: false, words: t(`transcription.recorder.sign.${phase}`) }
  return jobBadge(
    t,
    attention,
    running === 0 ? null : { count: running, words: t('transcription.running', { count: running }) },
  )
}
