import { AudioLines, Cpu } from 'lucide-react'
import { searchWords } from '../../../shared/folded-text.ts'
import { isUnderWay, needsAttention } from '../../../shared/job-phase.ts'
import { fromFirstHit } from '../../components/words/marked-text.ts'
import { call } from '../../platform/bridge/client.ts'
import { type Badge, type Command, jobBadge } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useModels } from '../../platform/models-store.ts'
import { useNavigation } from '../../platform/navigation.ts'
import { redoEdit, undoEdit } from './edit/edit-actions.ts'
import { isActive } from './recorder/recorder.ts'
import { discardRecording, startRecording, stopRecording } from './recorder/recorder-actions.ts'
import { useRecorder } from './recorder/recorder-store.ts'
import { useTranscriptionTarget } from './target.ts'
import { changeForm, useTranscription } from './transcription-store.ts'
import { openTranscript, soughtIn } from './view/open-actions.ts'
import { useWatch } from './watch/watch-store.ts'

/** Returns the commands of transcription for the palette. */
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
  const inPanel = (id: string, label: string, run: () => void): Command => ({
    ...action(id, label, run),
    panel: 'transcription',
  })
  const { setState } = useTranscription
  const recording = useRecorder((state) => isActive(state.recorder))
  const ofRecorder = recording
    ? [
        action('stopRecording', t('transcription.commands.stopRecording'), () => void stopRecording()),
        action('discardRecording', t('transcription.commands.discardRecording'), () => void discardRecording()),
      ]
    : [inPanel('record', t('transcription.commands.record'), () => void startRecording())]
  const models = connection === null ? [] : (catalogues[connection.id]?.models ?? [])
  const ofOpen =
    summary === null || !shown
      ? []
      : [
          action('export', t('transcription.commands.export'), () => setState({ exporting: [summary.id] })),
          action('send', t('transcription.commands.send'), () => setState({ sending: summary.id })),
          inPanel('find', t('transcription.commands.find'), () => setState({ finding: true })),
          inPanel('rename', t('transcription.commands.rename'), () => setState({ titleEditing: true })),
          ...(canUndo ? [action('undo', t('transcription.commands.undo'), undoEdit)] : []),
          ...(canRedo ? [action('redo', t('transcription.commands.redo'), redoEdit)] : []),
        ]
  return [
    inPanel('choose', t('transcription.commands.choose'), () =>
      setState((state) => ({ chooseFiles: state.chooseFiles + 1 })),
    ),
    ...ofRecorder,
    inPanel(
      'watch',
      t('transcription.watch.choose'),
      () =>
        // the panel's own script
        void import('./watch/watch-actions.ts').then(({ chooseFolder }) => chooseFolder()),
    ),
    inPanel('search', t('transcription.commands.search'), () => setState({ searching: true })),
    inPanel('model', t('transcription.commands.model'), () => setState({ pickerOpen: true })),
    ...ofOpen,
    ...models
      .filter((model) => model.kind === 'audio')
      .map(
        (model): Command => ({
          id: `transcription-model.${model.id}`,
          group: 'models',
          label: model.id,
          hint: `${connection?.name ?? ''} · ${t('transcription.panel')}`,
          icon: Cpu,
          shortcut: null,
          panel: 'transcription',
          run: () => changeForm({ connectionId: connection?.id ?? null, model: model.id }),
        }),
      ),
  ]
}

/** Searches transcripts by title or text; each command opens one. */
export async function findTranscripts(query: string): Promise<readonly Command[]> {
  const answer = await call('transcripts.list', { query, offset: 0, limit: 8 })
  if (!answer.ok) return []
  return answer.value.transcripts.map((transcript) => ({
    id: `transcript.${transcript.id}`,
    group: 'transcripts',
    label: transcript.title,
    hint: fromFirstHit(transcript.hit?.text ?? transcript.start, searchWords(query)).slice(0, 60),
    icon: AudioLines,
    shortcut: null,
    panel: 'transcription',
    run: () => void openTranscript(transcript.id, soughtIn(transcript, query)),
  }))
}

/**
 * Returns the badge for the navigation rail: the number of recordings in the queue, a running microphone recording, or
 * else a dot for recordings that wait in the watched folder.
 */
export function useTranscriptionBadge(): Badge | null {
  const { t } = useTranslation()
  const running = useTranscription((state) => state.queue.jobs.filter(({ status }) => isUnderWay(status)).length)
  const attention = useTranscription((state) => state.queue.jobs.filter(({ status }) => needsAttention(status)).length)
  const phase = useRecorder((state) => state.recorder.phase)
  const waiting = useWatch((state) => state.folder?.waitingTotal ?? 0)
  if (phase === 'recording' || phase === 'paused' || phase === 'ending')
    return { attention: 0, isRunning: false, hasDot: true, words: t(`transcription.recorder.sign.${phase}`) }
  if (attention === 0 && running === 0 && waiting > 0)
    return { attention: 0, isRunning: false, hasDot: true, words: t('transcription.watch.badge', { count: waiting }) }
  return jobBadge(t, attention, running === 0 ? null : t('transcription.running', { count: running }))
}
