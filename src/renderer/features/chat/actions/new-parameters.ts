import type { Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { Folder } from '../../../../shared/folders.ts'
import { newChatParameters, withChoicesOf, withPreset } from '../../../../shared/new-chat-parameters.ts'
import type { Settings } from '../../../../shared/settings-table.ts'
import { afterStart, appState, watchAppState } from '../../../platform/app-store.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { folderStart, saysAnything } from '../state/folder-start.ts'
import { useFolders } from './folders-store.ts'

/** Returns the parameters of a new chat: those of the settings, and those inherited from the open or newest chat. */
export function freshParameters(settings: Settings = appState().settings): Parameters {
  const parameters = newChatParameters(settings)
  if (!settings.newChatKeeps) return parameters
  const { list, open } = chatNow()
  const { newParameters } = useChat.getState()
  const isChosen = newParameters.tools !== undefined || newParameters.knowledge !== undefined
  const newest = list.toSorted((a, b) => b.activeAt - a.activeAt)[0]
  return withChoicesOf(parameters, open?.conversation.parameters ?? (isChosen ? newParameters : newest?.parameters))
}

/** Returns the folder that the next new chat will be in; null for none, or if it is gone. */
export function newChatFolder(): Folder | null {
  return folderNamed(useChat.getState().newFolder?.id)
}

/** Returns the folder that the open chat began in, or the next new one will begin in; null for none, or if it is gone. */
export function chatFolder(): Folder | null {
  const { open } = chatNow()
  return open === null ? newChatFolder() : folderNamed(open.conversation.parameters.folder?.id)
}

function folderNamed(id: string | undefined): Folder | null {
  return useFolders.getState().folders.find((folder) => folder.id === id) ?? null
}

/** Returns the parameters of a chat that begins in a folder, as the folder says; `base` without a folder. */
export function withFolder(base: Parameters, folder: Folder | null): Parameters {
  if (folder === null) return base
  const start = folderStart(folder, useFolders.getState().folders)
  if (!saysAnything(start)) return base
  return { ...withPreset(base, start.parameters), folder: { name: folder.name, id: folder.id } }
}

let begun: Parameters = defaultParameters

/** Gives the first new chat its parameters once the settings are loaded, unless some were chosen before. */
export function beginNewParameters(): void {
  afterStart(() => {
    if (useChat.getState().newParameters !== begun) return
    begun = freshParameters()
    useChat.setState({ newParameters: begun })
  })
}

/** Updates the shown new chat with changed settings, unless its parameters were changed. Returns the undo. */
export function followNewChatSettings(): () => void {
  return watchAppState(({ settings }, before) => {
    if (settings.newChat === before.settings.newChat && settings.newChatKeeps === before.settings.newChatKeeps) return
    const { newParameters } = useChat.getState()
    const fresh = (of: Settings) => withFolder(freshParameters(of), newChatFolder())
    if (JSON.stringify(newParameters) === JSON.stringify(fresh(before.settings)))
      useChat.setState({ newParameters: fresh(settings) })
  })
}
