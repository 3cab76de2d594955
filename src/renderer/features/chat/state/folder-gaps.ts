import { assistantTarget } from './assistant-target.ts'
import type { FolderStart } from './folder-start.ts'

/** The parts of a folder's settings that are not available. */
export interface FolderGaps {
  readonly connection: boolean
  /** Name of the model; null if it is available, or if none is named. */
  readonly model: string | null
  /** Number of tools. */
  readonly tools: number
  /** Number of collections. */
  readonly collections: number
}

interface Available {
  readonly connections: readonly string[]
  /** The connection of a chat whose folder names none. */
  readonly standard: string | null
  readonly modelsOf: (connectionId: string) => readonly string[] | undefined
  readonly tools: readonly string[]
  /** Null before the list is loaded, which is no evidence. */
  readonly collections: readonly string[] | null
}

/** Returns what is missing of a folder's settings; null if everything is available. */
export function folderGaps(start: FolderStart, available: Available): FolderGaps | null {
  const { missing } = assistantTarget(start, available.connections, available.standard, available.modelsOf)
  const { knowledge, tools } = start.parameters
  const { collections } = available
  const lacks = (ids: readonly string[] | null) => (id: string) => ids !== null && !ids.includes(id)
  const gaps: FolderGaps = {
    connection: missing === 'connection',
    model: missing === 'model' ? start.model : null,
    tools: (tools?.enabled ?? []).filter(lacks(available.tools)).length,
    collections: (knowledge?.collections ?? []).filter(lacks(collections)).length,
  }
  return gaps.connection || gaps.model !== null || gaps.tools > 0 || gaps.collections > 0 ? gaps : null
}
