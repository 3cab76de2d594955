import type { AttachedFile } from '../../../../shared/attached-file.ts'
import type { Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { Folder, FolderParameters } from '../../../../shared/folders.ts'
import { withPreset } from '../../../../shared/new-chat-parameters.ts'

/** The settings of a folder's new chats, those of its parent included. */
export interface FolderStart {
  /** Instructions, parameters, tools and collections. */
  readonly parameters: Parameters
  readonly connectionId: string | null
  /** Empty if no model is named. */
  readonly model: string
  readonly files: readonly AttachedFile[]
}

/** Returns what new chats in a folder begin with. What the folder leaves open is as in its parent. */
export function folderStart(folder: Folder, folders: readonly Folder[]): FolderStart {
  const own = startOf(folder)
  const parent = folder.parentId === null ? undefined : folders.find(({ id }) => id === folder.parentId)
  if (parent === undefined) return own
  const around = startOf(parent)
  // a connection without a model, or the reverse, is one choice
  const target = own.model === '' && own.connectionId === null ? around : own
  return {
    parameters: withPreset(around.parameters, own.parameters),
    ...{ connectionId: target.connectionId, model: target.model },
    files: own.files.length === 0 ? around.files : own.files,
  }
}

/** Returns true if a folder says anything about its new chats. */
export function saysAnything({ connectionId, files, model, parameters }: FolderStart): boolean {
  const isOpen = JSON.stringify(parameters) === JSON.stringify(defaultParameters)
  return !isOpen || connectionId !== null || model !== '' || files.length > 0
}

function startOf({ connectionId, files, model, parameters, system }: Folder): FolderStart {
  const said = { ...defaultParameters, ...parameters, system: system.trim() === '' ? '' : system }
  return { parameters: said, connectionId: connectionId ?? null, model: model ?? '', files: files ?? [] }
}

/** Returns the parameters that a folder stores; undefined if it leaves all of them open. */
export function folderParameters(parameters: Parameters): FolderParameters | undefined {
  const { contextMessages, effort, knowledge, maxTokens, temperature, tools, topP } = parameters
  const said = {
    ...{ temperature, topP, maxTokens, contextMessages },
    ...(effort === undefined ? {} : { effort }),
    ...(tools === undefined ? {} : { tools }),
    ...(knowledge === undefined ? {} : { knowledge }),
  }
  return Object.values(said).every((value) => value === null) ? undefined : said
}
