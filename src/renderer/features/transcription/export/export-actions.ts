import type { ExportFormat, SubtitleRules } from '../../../../shared/transcript.ts'
import { finishSaving } from '../../../components/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../tell-error.ts'

/** The formats in the order in which they are offered; the page may not load the schema, which has them too. */
export const formatsOffered = ['txt', 'md', 'srt', 'vtt', 'json', 'csv'] as const satisfies readonly ExportFormat[]

/** Whether the rules of subtitles mean anything for a format. */
export function isSubtitle(format: ExportFormat): boolean {
  return format === 'srt' || format === 'vtt'
}

/** Hands transcripts to the person as files; false where it did not work or they thought better of it. */
export async function exportTranscripts(
  transcriptIds: readonly string[],
  formats: readonly ExportFormat[],
  rules: SubtitleRules,
): Promise<boolean> {
  const answer = await call('transcripts.export', { transcriptIds: [...transcriptIds], formats: [...formats], rules })
  if (answer.ok) return finishSaving(answer.value)
  tellError(answer.error)
  return false
}
