import type { Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import { newChatParameters, withChoicesOf } from '../../../../shared/new-chat-parameters.ts'
import type { Settings } from '../../../../shared/settings-table.ts'
import { afterStart, appState, watchAppState } from '../../../platform/app-store.ts'
import { chatNow, useChat } from '../state/chat-store.ts'

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
    const isUntouched = JSON.stringify(newParameters) === JSON.stringify(freshParameters(before.settings))
    if (isUntouched) useChat.setState({ newParameters: freshParameters(settings) })
  })
}
