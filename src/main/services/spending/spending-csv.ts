import { csvFile } from '../../../shared/csv-row.ts'
import { priceText } from '../../../shared/prices.ts'
import type { SpendingGroup } from '../../../shared/spending.ts'

const columns = [
  ...(['day', 'kind', 'model', 'connection', 'currency', 'cost', 'requests'] as const),
  ...(['prompt_tokens', 'cached_tokens', 'output_tokens', 'images', 'video_seconds', 'sound_seconds'] as const),
]

/** Returns the groups of a month as CSV with all decimals. A cost without a price is empty, not 0. */
export function spendingCsv(groups: readonly SpendingGroup[]): string {
  const lines = groups.map((group) => [
    ...[group.day, group.kind, group.model, group.connection, group.currency ?? ''],
    group.currency === null ? '' : priceText(group.nano),
    ...[group.requests, group.promptTokens, group.cachedTokens, group.outputTokens, group.images],
    ...[group.videoMs / 1000, group.soundMs / 1000],
  ])
  return csvFile([columns, ...lines])
}
