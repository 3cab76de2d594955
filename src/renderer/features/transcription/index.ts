import { Mic } from 'lucide-react'
import type { Feature } from '../../platform/feature.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { showPanel } from '../../platform/navigation.ts'
import { dictation } from './dictation/dictation.ts'
import { takeArrived } from './intake/take-files.ts'
import { playWhenOpen } from './play/play-when-open.ts'
import { RecordingBar } from './recorder/RecordingBar.tsx'
import { findTranscripts, useTranscriptionBadge, useTranscriptionCommands } from './transcription-commands.ts'
import { startTranscription } from './transcription-events.ts'
import { transcription as transcripts, useTranscription } from './transcription-store.ts'
import { openTranscript } from './view/open-actions.ts'

declare module '../../platform/navigation.ts' {
  interface Panels {
    readonly transcription: true
  }
}

export const transcription: Feature = {
  id: 'transcription',
  icon: Mic,
  place: 'top',
  Panel: lazyComponent(async () => (await import('./TranscriptionPanel.tsx')).TranscriptionPanel),
  start: startTranscription,
  useCommands: useTranscriptionCommands,
  find: findTranscripts,
  Bar: RecordingBar,
  useBadge: useTranscriptionBadge,
  dictation,
  findHere: () => {
    if (transcripts().open !== null) useTranscription.setState({ finding: true, foundInLibrary: false })
  },
  takesFiles: (files) => {
    showPanel('transcription')
    void takeArrived(files)
  },
  items: {
    kind: 'transcript',
    open: ({ key, partId, playFromMs, search }) => {
      showPanel('transcription')
      const sought = partId === null || search === null ? null : { segmentId: partId, words: search.words }
      void openTranscript(key.id, sought)
      playWhenOpen(key.id, playFromMs ?? null)
    },
  },
}
