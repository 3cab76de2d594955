import { Cpu, MessageCircle, MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../components/words/clipboard.ts'
import { useModKey } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { type Badge, type Command, jobBadge } from '../../platform/feature.ts'
import { useModels } from '../../platform/models-store.ts'
import { chooseModel, deleteConversation, newChat, openConversation, pinConversation } from './chat-actions.ts'
import { useChat } from './chat-store.ts'
import { endOf, lastAnswer, lastOwn, runningAnswer } from './messages.ts'
import { useTarget } from './target.ts'
import { copyDocument, newText } from './text/text-actions.ts'
import { conversationText, retryAnswer, stopRunning, textOf } from './thread/answer-actions.ts'

type Action = Omit<Command, 'group' | 'hint' | 'icon' | 'shortcut'> & { readonly shortcut?: string }

/** How many calls of tools wait for the person. */
export function useChatBadge(): Badge | null {
  const { t } = useTranslation()
  const asking = useChat((state) => Object.keys(state.chat.asking).length)
  return jobBadge(t, asking, null)
}

/** The chat's commands in the palette. */
export function useChatCommands(): readonly Command[] {
  const { t } = useTranslation()
  const mod = useModKey()
  const open = useChat((state) => state.chat.open)
  const list = useChat((state) => state.chat.list)
  const target = useTarget()
  const catalogues = useModels((state) => state.catalogues)
  const { connection } = target

  const actions: Action[] = [
    {
      id: 'chat.new',
      label: t('chat.newChat'),
      shortcut: `${mod}+N`,
      panel: 'chat',
      run: () => void newChat(),
    },
    {
      id: 'chat.newText',
      label: t('text.new'),
      panel: 'chat',
      run: () => void newText(),
    },
    {
      id: 'chat.pick',
      label: t('palette.pickModel'),
      panel: 'chat',
      run: () => useChat.setState({ pickerOpen: true }),
    },
    {
      id: 'chat.parameters',
      label: t('palette.parameters'),
      panel: 'chat',
      run: () => useChat.setState({ parametersOpen: true }),
    },
    {
      id: 'chat.tools',
      label: t('palette.tools'),
      panel: 'chat',
      run: () => useChat.setState({ toolsOpen: true }),
    },
    {
      id: 'chat.knowledge',
      label: t('knowledge.command'),
      panel: 'chat',
      run: () => useChat.setState({ knowledgeOpen: true }),
    },
  ]
  if (open !== null) {
    const { id, pinned } = open.conversation
    const end = endOf(open)
    const isText = open.conversation.parameters.text !== undefined
    const running = runningAnswer(end)
    const answer = isText ? undefined : lastAnswer(end)
    const own = isText ? undefined : lastOwn(end)
    if (running !== undefined)
      actions.push({
        id: 'chat.stop',
        label: t('palette.stop'),
        shortcut: t('shortcuts.escape'),
        run: () => void stopRunning(),
      })
    if (answer !== undefined) {
      if (running === undefined)
        actions.push({
          id: 'chat.retry',
          label: t('palette.retry'),
          panel: 'chat',
          run: () => void retryAnswer(answer.id),
        })
      actions.push({ id: 'chat.copyLast', label: t('palette.copyLast'), run: () => void copyText(textOf(answer)) })
    }
    if (own !== undefined && running === undefined) {
      actions.push({
        id: 'chat.editLast',
        label: t('palette.editLast'),
        panel: 'chat',
        run: () => useChat.setState({ editing: own.id }),
      })
    }
    actions.push(
      {
        id: 'chat.copyAll',
        label: t('palette.copyConversation'),
        run: () => void (isText ? copyDocument(id) : copyText(conversationText(open.messages))),
      },
      {
        id: 'chat.rename',
        label: t('palette.rename'),
        panel: 'chat',
        run: () => useChat.setState({ renamingOpen: true }),
      },
      { id: 'chat.pin', label: t('palette.pin'), run: () => void pinConversation(id, !pinned) },
      { id: 'chat.delete', label: t('palette.delete'), run: () => void deleteConversation(id) },
    )
  }
  return [
    ...actions.map(
      (action): Command => ({ group: 'actions', hint: '', icon: MessageCircle, shortcut: null, ...action }),
    ),
    ...list
      .slice(0, 8)
      .map((conversation) =>
        conversationCommand(conversation.id, conversation.title || t('chat.untitled'), conversation.snippet),
      ),
    ...(connection === null ? [] : (catalogues[connection.id]?.models ?? []))
      .filter((model) => model.kind === 'chat')
      .map(
        (model): Command => ({
          id: `model.${model.id}`,
          group: 'models',
          label: model.id,
          hint: connection?.name ?? '',
          icon: Cpu,
          shortcut: null,
          panel: 'chat',
          run: () => connection !== null && void chooseModel(connection.id, model.id),
        }),
      ),
  ]
}

function conversationCommand(id: string, title: string, snippet: string): Command {
  return {
    id: `conversation.${id}`,
    group: 'conversations',
    label: title,
    hint: snippet,
    icon: MessageSquareText,
    shortcut: null,
    panel: 'chat',
    run: () => void openConversation(id),
  }
}

/** Searches the titles of all conversations, not only of the loaded ones. */
export async function findConversations(query: string): Promise<readonly Command[]> {
  const answer = await call('chat.list', { query: query.slice(0, 500), offset: 0, limit: 30 })
  if (!answer.ok) return []
  return answer.value.conversations.map(({ id, title, snippet }) => conversationCommand(id, title, snippet))
}
