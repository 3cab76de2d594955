import type { TFunction } from 'i18next'
import type { Conversation } from '../../../../../shared/chat.ts'
import type { McpOffer } from '../../../../../shared/mcp-offers.ts'
import { promptOutline } from '../../../../../shared/prompt-text.ts'
import { lineText } from '../../../../platform/line-text.ts'
import { showLibrary } from '../../../../platform/navigation.ts'
import type { ShownAssistant } from '../../../../platform/prompts/included-assistants.ts'
import type { ShownPrompt } from '../../../../platform/prompts/included-prompts.ts'
import { addChat } from '../../actions/add-chat.ts'
import { fillComposer, focusComposer, replaceComposer } from '../../actions/drafts.ts'
import { takeAssistant } from '../../actions/take-assistant.ts'
import { takePrompt } from '../../actions/take-prompt.ts'
import { type MenuEntry, useMenu } from '../../state/menu-store.ts'
import { shownTitle } from '../../state/shown-title.ts'
import { insertPrompt } from './insert-offer.ts'

/** Returns the entries for the prompts of the library. A query finds them by their titles. */
export function libraryEntries(prompts: readonly ShownPrompt[]): readonly MenuEntry[] {
  return prompts.map((prompt) => ({
    key: prompt.id,
    title: lineText(prompt.title),
    description: lineText(promptOutline(prompt.text), 110),
    source: '',
    words: lineText(prompt.title),
    choose: () => takePrompt(prompt),
  }))
}

/** Returns the entries for assistants. A query finds them by their names. */
export function assistantEntries(assistants: readonly ShownAssistant[]): readonly MenuEntry[] {
  return assistants.map((assistant) => ({
    key: assistant.id,
    sign: lineText(assistant.sign, 8),
    title: lineText(assistant.name),
    description: lineText(assistant.description, 110),
    source: '',
    words: lineText(assistant.name),
    choose: () => takeAssistant(assistant),
  }))
}

/** Returns the entries for earlier chats; choosing one adds it to the message. */
export function chatEntries(t: TFunction, chats: readonly Conversation[]): readonly MenuEntry[] {
  return chats.map((chat) => {
    const title = lineText(shownTitle(t, chat))
    const choose = () => {
      replaceComposer('')
      focusComposer()
      void addChat(chat)
    }
    const description = lineText(chat.snippet, 110)
    return { key: `chat ${chat.id}`, title, description, source: t('offers.chat'), words: title, choose }
  })
}

/** Returns the entry that opens a page of the library. */
export function manageEntry(t: TFunction, page: 'prompts' | 'assistants'): MenuEntry {
  const title = t(`${page}.manage`)
  const choose = () => {
    fillComposer('')
    showLibrary(page)
  }
  return { key: 'manage', title, description: '', source: '', words: title, choose }
}

/** Returns the entries for the prompts of servers. */
export function promptEntries(offers: readonly McpOffer[]): readonly MenuEntry[] {
  return offers.flatMap(({ prompts, server, serverId }) =>
    prompts.map((prompt) => ({
      key: `${serverId} ${prompt.name}`,
      title: lineText(prompt.title),
      description: lineText(prompt.description),
      source: lineText(server),
      words: lineText(`${prompt.title} ${server} ${prompt.description}`, 500),
      choose: () => {
        fillComposer('')
        useMenu.setState({ query: null, at: 0, isDismissed: false })
        if (prompt.arguments.length === 0) void insertPrompt(serverId, prompt.name, server, {})
        else useMenu.setState({ prompt: { serverId, server, prompt } })
      },
    })),
  )
}
