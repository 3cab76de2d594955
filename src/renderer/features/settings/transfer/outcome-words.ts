import type { TFunction } from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type {
  ExportReport,
  ImportReport,
  Inspection,
  SkippedByChat,
  TransferCounts,
  TransferWork,
} from '../../../../shared/transfer.ts'

/** Work that the settings page can start; chats are saved from the chat. */
export type OfferedWork = Exclude<TransferWork['kind'], 'save'>

/** Outcome of the last transfer. */
export type TransferOutcome =
  | { readonly kind: 'exported'; readonly report: ExportReport }
  | { readonly kind: 'imported'; readonly name: string; readonly report: ImportReport }
  | { readonly kind: 'failed'; readonly of: OfferedWork; readonly error: AppError }

const kinds = [
  'conversations',
  'messages',
  'folders',
  'images',
  'transcripts',
  'videos',
  'prompts',
  'assistants',
  'memories',
  'recipes',
  'files',
] as const

/** Returns the outcome in one sentence. */
export function outcomeTitle(t: TFunction, outcome: TransferOutcome): string {
  switch (outcome.kind) {
    case 'exported':
      return t('transfer.exported')
    case 'imported':
      return nothingAdded(outcome.report.added)
        ? t('transfer.importedNothing', { name: outcome.name })
        : t('transfer.imported', { name: outcome.name })
    case 'failed':
      return t(`transfer.failed.${outcome.error.code === 'import_unshown' ? 'unshown' : outcome.of}`)
    default:
      return outcome satisfies never
  }
}

/** Returns the contents of a file: whether items are new here, and a sentence about the others; empty for none. */
export function offerWords(
  t: TFunction,
  { counts, present }: Pick<Inspection, 'counts' | 'present'>,
): { readonly hasNew: boolean; readonly words: string } {
  const { assistants, conversations, images, memories, prompts, recipes, transcripts, videos } = counts
  const items = conversations + images + transcripts + videos + prompts + assistants + memories + recipes
  if (items === 0) return { hasNew: false, words: t('transfer.nothingUsable') }
  if (present >= items) return { hasNew: false, words: t('transfer.nothingNew') }
  return { hasNew: true, words: present === 0 ? '' : t('transfer.present', { count: present }) }
}

/** Returns the number of items of each kind in words; kinds without items are left out. */
export function countWords(t: TFunction, counts: TransferCounts): readonly string[] {
  return kinds.filter((kind) => counts[kind] > 0).map((kind) => t(`transfer.counts.${kind}`, { count: counts[kind] }))
}

/** Returns the items that were not imported, with reasons, one per line. */
export function skippedWords(t: TFunction, skipped: Inspection['skipped']): readonly string[] {
  return skipped.map(({ reason, count }) => t(`transfer.skipped.${reason}`, { count }))
}

/** A chat with its missing parts, or the reason why it was left out. */
export interface ChatOmission {
  readonly title: string
  readonly reasons: string
}

/** Returns the omissions by chat, in the order of the file. */
export function chatOmissions(t: TFunction, { named }: SkippedByChat): readonly ChatOmission[] {
  return named.map(({ skipped, title }) => ({
    title: title === '' ? t('transfer.untitled') : title,
    reasons: skipped.map((one) => chatReason(t, one)).join(t('transfer.reasonBreak')),
  }))
}

/** Returns the missing part of a chat, or why it was left out itself. */
function chatReason(t: TFunction, { count, reason }: Inspection['skipped'][number]): string {
  return reason === 'damaged' || reason === 'empty' || reason === 'deleted'
    ? t(`transfer.leftOut.${reason}`)
    : t(`transfer.skipped.${reason}`, { count })
}

/** Returns how many further chats are incomplete; empty if all are named. */
export function furtherWords(t: TFunction, { further }: SkippedByChat): string {
  return further === 0 ? '' : t('transfer.furtherChats', { count: further })
}

/** Returns further remarks. */
export function remarkWords(t: TFunction, outcome: Exclude<TransferOutcome, { kind: 'failed' }>): readonly string[] {
  if (outcome.kind === 'imported') {
    const { present } = outcome.report
    return present === 0 ? [] : [t('transfer.wasPresent', { count: present })]
  }
  const { missing, unfinished } = outcome.report
  return [
    ...(missing === 0 ? [] : [t('transfer.missing', { count: missing })]),
    ...(unfinished === 0 ? [] : [t('transfer.unfinished', { count: unfinished })]),
  ]
}

/** Returns the report as text. */
export function reportText(t: TFunction, outcome: Exclude<TransferOutcome, { kind: 'failed' }>): string {
  const counts = outcome.kind === 'imported' ? outcome.report.added : outcome.report.counts
  const skipped = outcome.kind === 'imported' ? skippedWords(t, outcome.report.skipped) : []
  return [
    outcomeTitle(t, outcome),
    ...countWords(t, counts).map((line) => `- ${line}`),
    ...remarkWords(t, outcome),
    ...(skipped.length === 0 ? [] : [t('transfer.skippedTitle')]),
    ...skipped.map((line) => `- ${line}`),
    ...(outcome.kind === 'imported' ? chatLines(t, outcome.report.byChat) : []),
  ].join('\n')
}

function chatLines(t: TFunction, byChat: SkippedByChat): readonly string[] {
  const chats = chatOmissions(t, byChat).map((chat) => `- ${t('transfer.chatLine', { ...chat })}`)
  const further = furtherWords(t, byChat)
  return chats.length === 0 ? [] : [t('transfer.byChat'), ...chats, ...(further === '' ? [] : [further])]
}

function nothingAdded(counts: TransferCounts): boolean {
  return kinds.every((kind) => counts[kind] === 0)
}
