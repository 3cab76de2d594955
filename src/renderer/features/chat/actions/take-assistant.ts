import i18next from 'i18next'
import { ownParameters } from '../../../../shared/assistant-parameters.ts'
import type { Assistant } from '../../../../shared/assistants.ts'
import type { Parameters } from '../../../../shared/chat.ts'
import { newChatParameters, withAssistant } from '../../../../shared/new-chat-parameters.ts'
import { askedVariables, fillPrompt, readPrompt } from '../../../../shared/prompt-text.ts'
import { appState } from '../../../platform/app-store.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useModels } from '../../../platform/models-store.ts'
import { showToast } from '../../../platform/toasts.ts'
import { assistantTarget } from '../state/assistant-target.ts'
import { chatNow, composerKey, useChat } from '../state/chat-store.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { useMenu } from '../state/menu-store.ts'
import { currentTarget } from '../state/target.ts'
import { setParameters } from './answer-actions.ts'
import { chooseModel } from './chat-actions.ts'
import { composerText, focusComposer, replaceComposer } from './drafts.ts'
import { chatFolder, freshParameters, withFolder } from './new-parameters.ts'
import { firstValues } from './take-prompt.ts'

/**
 * Applies a copy of an assistant to the open chat, or to the next new one. Variables of its instructions are filled
 * once, with the user's input, so that the beginning of each request stays the same.
 */
export function takeAssistant(assistant: Assistant): void {
  const template = readPrompt(assistant.parameters.system)
  const values = firstValues(template)
  const owner = composerKey(useChat.getState())
  const use = (system: string): void => {
    // another chat was opened meanwhile
    if (composerKey(useChat.getState()) === owner) void apply(assistant, system)
  }
  if (askedVariables(template).length === 0) use(fillPrompt(template, values))
  else useMenu.setState({ filled: { offered: 'assistants', title: assistant.name, template, values, use } })
}

/** Removes the assistant from a chat that has not begun. */
export function leaveAssistant(): void {
  flushParameters()
  const { chat, newParameters } = useChat.getState()
  const own = ownParameters(chat.open?.conversation.parameters ?? newParameters)
  void setParameters({ ...withFolder(freshParameters(), chatFolder()), ...own })
  focusComposer()
}

async function apply(assistant: Assistant, system: string): Promise<void> {
  flushParameters()
  // the `@` that opened the menu
  if (composerText().startsWith('@')) replaceComposer('')
  const { open } = chatNow()
  const before = open?.conversation
  // settings that the assistant leaves open are those of a new chat in the same folder
  const base = withFolder(newChatParameters(appState().settings), chatFolder())
  const parameters: Parameters = {
    ...withAssistant(base, { ...assistant.parameters, system }),
    assistant: { name: assistant.name, sign: assistant.sign },
    ...ownParameters(before?.parameters ?? useChat.getState().newParameters),
  }
  const list = appState().connections
  const { catalogues } = useModels.getState()
  const now = currentTarget()
  const { missing, target } = assistantTarget(
    assistant,
    list.connections.map(({ id }) => id),
    now.connection?.id ?? null,
    (id) => catalogues[id]?.models.map((model) => model.id),
  )
  await setParameters(parameters)
  if (target !== null) await chooseModel(target.connectionId, target.model)
  else focusComposer()
  const name = lineText(assistant.name)
  if (missing !== null)
    showToast(i18next.t(`assistants.missing.${missing}`, { name, model: lineText(assistant.model, 60) }))
  if (before === undefined) return
  showToast(i18next.t('assistants.fromNow', { name }), {
    label: i18next.t('app.undo'),
    run: async () => {
      if (chatNow().open?.conversation.id !== before.id) return
      await setParameters(before.parameters)
      if (before.connectionId !== null) await chooseModel(before.connectionId, before.model)
    },
  })
}
