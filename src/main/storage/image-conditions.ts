import type { ImageFilter } from '../../shared/image.ts'
import { parseSize } from '../../shared/image-kinds.ts'
import type { SqlValue } from './database.ts'
import { holdsIn, holdsWords } from './folded-conditions.ts'

/** Returns the SQL conditions and values of a filter on `images`. Deleted images never match. */
export function conditions(filter: ImageFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
  const sizes = filter.sizes.flatMap((size) => parseSize(size) ?? [])
  const parts: readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] = [
    { sql: 'images.deleted_at IS NULL', values: [] },
    ...holdsWords(filter.query, holdsIn('images.prompt_folded')),
    ...(filter.models.length === 0
      ? []
      : [{ sql: 'images.model IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.models)] }]),
    ...(filter.sizes.length === 0
      ? []
      : [
          {
            sql: `(${['0', ...sizes.map(() => '(images.width = ? AND images.height = ?)')].join(' OR ')})`,
            values: sizes.flatMap(({ width, height }) => [width, height]),
          },
        ]),
    ...(filter.from === null ? [] : [{ sql: 'images.created_at >= ?', values: [filter.from] }]),
    ...(filter.to === null ? [] : [{ sql: 'images.created_at < ?', values: [filter.to] }]),
    ...(filter.favourite ? [{ sql: 'images.favourite = 1', values: [] }] : []),
    ...(filter.collectionId === null
      ? []
      : [
          {
            sql: 'images.id IN (SELECT image_id FROM image_collection_items WHERE collection_id = ?)',
            values: [filter.collectionId],
          },
        ]),
  ]
  return { where: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}
