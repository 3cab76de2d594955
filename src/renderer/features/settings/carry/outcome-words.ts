import type { TFunction } from 'i18next'
import type { CarryCounts, CarryWork, ExportReport, ImportReport, Inspection } from '../../../../shared/carry.ts'
import type { AppError } from '../../../../shared/errors.ts'

/** What came of the last thing that was done. */
export type CarryOutcome =
  | { readonly kind: 'exported'; readonly report: ExportReport }
  | { readonly kind: 'imported'; readonly name: string; readonly report: ImportReport }
  | { readonly kind: 'failed'; readonly of: CarryWork['kind']; readonly error: AppError }

const kinds = ['conversations', 'messages', 'images', 'transcripts', 'videos', 'files'] as const

/** What came of it, in one sentence. */
export function outcomeTitle(t: TFunction, outcome: CarryOutcome): string {
  switch (outcome.kind) {
    case 'exported':
      return t('carry.exported')
    case 'imported':
      return nothingAdded(outcome.report.added)
        ? t('carry.importedNothing', { name: outcome.name })
        : t('carry.imported', { name: outcome.name })
    case 'failed':
      return t(`carry.failed.${outcome.error.code === 'import_unshown' ? 'unshown' : outcome.of}`)
    default:
      return outcome satisfies never
  }
}

/** How much there is of what; what there is none of is left out. */
export function countWords(t: TFunction, counts: CarryCounts): readonly string[] {
  return kinds.filter((kind) => counts[kind] > 0).map((kind) => t(`carry.counts.${kind}`, { count: counts[kind] }))
}

/** What was not taken in, and why, a line each. */
export function skippedWords(t: TFunction, skipped: Inspection['skipped']): readonly string[] {
  return skipped.map(({ reason, count }) => t(`carry.skipped.${reason}`, { count }))
}

/** What else there is to be said of it. */
export function remarkWords(t: TFunction, outcome: Exclude<CarryOutcome, { kind: 'failed' }>): readonly string[] {
  if (outcome.kind === 'imported') {
    const { present } = outcome.report
    return present === 0 ? [] : [t('carry.wasPresent', { count: present })]
  }
  const { missing, unfinished } = outcome.report
  return [
    ...(missing === 0 ? [] : [t('carry.missing', { count: missing })]),
    ...(unfinished === 0 ? [] : [t('carry.unfinished', { count: unfinished })]),
  ]
}

/** The report as a text to be kept. */
export function reportText(t: TFunction, outcome: Exclude<CarryOutcome, { kind: 'failed' }>): string {
  const counts = outcome.kind === 'imported' ? outcome.report.added : outcome.report.counts
  const skipped = outcome.kind === 'imported' ? skippedWords(t, outcome.report.skipped) : []
  return [
    outcomeTitle(t, outcome),
    ...countWords(t, counts).map((line) => `- ${line}`),
    ...remarkWords(t, outcome),
    ...(skipped.length === 0 ? [] : [t('carry.skippedTitle')]),
    ...skipped.map((line) => `- ${line}`),
  ].join('\n')
}

function nothingAdded(counts: CarryCounts): boolean {
  return kinds.every((kind) => counts[kind] === 0)
}
