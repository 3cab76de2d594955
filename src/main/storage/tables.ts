import { imageTable } from './images.ts'
import type { TableFacts } from './table.ts'
import { callMediaTable, callTable, roundTable } from './tool-calls.ts'
import { pieceTable, transcriptionTable, waveformTable } from './transcription-jobs.ts'
import { videoTable } from './video-jobs.ts'

/** Every table of the newest schema that is not derived from others, by name. */
export const tables: ReadonlyMap<string, TableFacts> = new Map(
  [
    imageTable,
    ...[callMediaTable, callTable, roundTable],
    ...[pieceTable, transcriptionTable, waveformTable],
    videoTable,
  ].map((table) => [table.name, table]),
)

/** All columns of all tables with their kinds. */
export const columns = [...tables.values()].flatMap(({ name: table, entries }) =>
  entries.map(({ column: { kind }, name }) => ({ table, name, kind })),
)
