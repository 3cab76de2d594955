import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { ListedTranscript } from '../../../../shared/transcript.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { call, on } from '../../../platform/bridge/client.ts'

/** Maximum number of transcripts in the list; a search finds the others. */
const listedMax = 200

interface Listing {
  /** The transcripts, newest first; null until they are loaded. */
  readonly transcripts: readonly ListedTranscript[] | null
  readonly error: AppError | null
  /** Loads them again. */
  readonly load: () => void
}

/** Returns the transcripts that match a query. */
export function useTranscripts(query: string): Listing {
  const [listing, setListing] = useState<Omit<Listing, 'load'>>({ transcripts: null, error: null })
  const [changes, setChanges] = useState(0)
  const load = useCallback(() => setChanges((count) => count + 1), [])
  useEffect(() => on('transcripts.changed', load), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change loads the list again
  useEffect(() => {
    let isCurrent = true
    void call('transcripts.list', { query, offset: 0, limit: listedMax }).then((answer) => {
      if (!isCurrent) return
      setListing(
        answer.ok ? { transcripts: answer.value.transcripts, error: null } : { transcripts: null, error: answer.error },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [query, changes])
  return { ...listing, load }
}

/** Returns the translations of a transcript, oldest first; null until they are loaded. */
export function useTranslations(transcriptId: string | null): readonly TranscriptNote[] | null {
  const [found, setFound] = useState<{ readonly of: string; readonly notes: readonly TranscriptNote[] } | null>(null)
  useEffect(() => {
    if (transcriptId === null) return undefined
    let isCurrent = true
    void call('transcripts.notes', { transcriptId }).then((answer) => {
      if (!isCurrent) return
      const notes = answer.ok ? answer.value : []
      setFound({
        of: transcriptId,
        notes: notes.filter(({ lines, request }) => request.kind === 'translation' && lines.length > 0),
      })
    })
    return () => {
      isCurrent = false
    }
  }, [transcriptId])
  return found !== null && found.of === transcriptId ? found.notes : null
}

type BurntCues = CallOutput<'transcripts.burntCues'>

interface CueChoice {
  /** Null while no transcript is chosen. */
  readonly transcriptId: string | null
  /** The translation; null shows the original, and undefined waits for the choice. */
  readonly noteId: string | null | undefined
  readonly bilingual: boolean
  readonly room: number
}

/** Returns the cues of a transcript; null while they are loaded. */
export function useBurntCues({ bilingual, noteId, room, transcriptId }: CueChoice): BurntCues | AppError | null {
  const [cues, setCues] = useState<BurntCues | AppError | null>(null)
  useEffect(() => {
    setCues(null)
    if (transcriptId === null || noteId === undefined) return undefined
    let isCurrent = true
    void call('transcripts.burntCues', { transcriptId, noteId, bilingual, room }).then((answer) => {
      if (isCurrent) setCues(answer.ok ? answer.value : answer.error)
    })
    return () => {
      isCurrent = false
    }
  }, [transcriptId, noteId, bilingual, room])
  return cues
}
