import i18next from 'i18next'
import { Cpu, MessageSquareText } from 'lucide-react'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import { call } from '../../platform/bridge/client.ts'
import { type Badge, type Command, jobBadge } from '../../platform/feature.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useModels } from '../../platform/models-store.ts'
import { showQuick } from '../../platform/quick.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'
import { copyAnswer, copyConversation, retryAnswer } from './actions/answer-actions.ts'
import { archiveConversation } from './actions/archive-actions.ts'
import { chooseModel, deleteConversation, newChat, openConversation, pinConversation } from './actions/chat-actions.ts'
import { restoreMessages } from './actions/delete-actions.ts'
import { openFind } from './actions/find-actions.ts'
import { chooseFolder } from './actions/folder-pick.ts'
import { toggleList } from './actions/list-fold.ts'
import { openSaving } from './actions/save-store.ts'
import { stopRunning } from './actions/stop-actions.ts'
import { closeTemporaryChat, keepTemporaryChat, newTemporaryChat } from './actions/temporary-actions.ts'
import { copyDocument, newText } from './actions/text-actions.ts'
import { commandIcon } from './chat-command-icons.ts'
import { useChat } from './state/chat-store.ts'
import { endOf, lastAnswer, lastOwn, runningAnswer } from './state/messages.ts'
import { showOutline } from './state/outline-store.ts'
import { useTarget } from './state/target.ts'
import { isWithheld } from './state/temporary-open.ts'

type Action = Omit<Command, 'group' | 'hint' | 'icon' | 'shortcut'> & { readonly shortcut?: string | null }

/** Returns the chat's badge: how many tool calls wait for the user. */
export function useChatBadge(): Badge | null {
  const { t } = useTranslation()
  const asking = useChat((state) => Object.keys(state.chat.asking).length)
  return jobBadge(t, asking, null)
}

/** Returns the chat's commands for the palette. */
export function useChatCommands(): readonly Command[] {
  const { t } = useTranslation()
  const keys = useShortcutKeys()
  const open = useChat((state) => state.chat.open)
  const list = useChat((state) => state.chat.list)
  const target = useTarget()
  const catalogues = useModels((state) => state.catalogues)
  const { connection } = target

  const actions: Action[] = [
    {
      id: 'chat.new',
      label: t('chat.newChat'),
      shortcut: keys('new'),
      panel: 'chat',
      run: () => void newChat(),
    },
    {
      id: 'chat.newTemporary',
      label: t('temporary.new'),
      shortcut: keys('newTemporary'),
      panel: 'chat',
      run: () => void newTemporaryChat(),
    },
    {
      id: 'chat.quick',
      label: t('quick.title'),
      shortcut: keys('quick'),
      run: () => void showQuick(),
    },
    {
      id: 'chat.newText',
      label: t('text.new'),
      panel: 'chat',
      run: () => void newText(),
    },
    {
      id: 'chat.toggleList',
      label: t('palette.sidebar'),
      shortcut: keys('toggleList'),
      panel: 'chat',
      run: toggleList,
    },
    {
      id: 'chat.pick',
      label: t('palette.pickModel'),
      shortcut: keys('chooseModel'),
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
      run: () => void (isWithheld() || useChat.setState({ toolsOpen: true })),
    },
    {
      id: 'chat.compare',
      label: t('compare.pick'),
      panel: 'chat',
      run: () => useChat.setState({ compareOpen: true }),
    },
    {
      id: 'chat.knowledge',
      label: t('knowledge.command'),
      panel: 'chat',
      run: () => void (isWithheld() || useChat.setState({ knowledgeOpen: true })),
    },
  ]
  if (open?.conversation.parameters.text === undefined)
    actions.push({
      id: 'chat.attachFolder',
      label: t('files.folder.command'),
      panel: 'chat',
      run: chooseFolder,
    })
  if (open !== null) {
    if (isTemporaryChat(open.conversation.id) && open.conversation.snippet !== '')
      actions.push({
        id: 'chat.keep',
        label: t('temporary.keep'),
        panel: 'chat',
        run: () => void keepTemporaryChat(open.conversation.id),
      })
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
      if (running === undefined)
        actions.push({
          id: 'chat.askOther',
          label: t('message.askOther'),
          panel: 'chat',
          run: () => useChat.setState({ askingOther: answer.id }),
        })
      actions.push({
        id: 'chat.copyLast',
        label: t('palette.copyLast'),
        shortcut: keys('copyAnswer'),
        run: () => void copyAnswer(answer),
      })
    }
    if (own !== undefined && running === undefined) {
      actions.push({
        id: 'chat.editLast',
        label: t('palette.editLast'),
        panel: 'chat',
        run: () => useChat.setState({ editing: own.id }),
      })
    }
    if (!isText)
      actions.push({
        id: 'chat.find',
        label: t('reading.find.command'),
        shortcut: keys('findInChat'),
        panel: 'chat',
        run: openFind,
      })
    if (!isText)
      actions.push({
        id: 'chat.outline',
        label: t('reading.outlineCommand'),
        shortcut: keys('questions'),
        panel: 'chat',
        run: () => showOutline(true),
      })
    actions.push(
      {
        id: 'chat.copyAll',
        label: t('palette.copyConversation'),
        run: () => void (isText ? copyDocument(id) : copyConversation(id)),
      },
      {
        id: 'chat.rename',
        label: t('palette.rename'),
        panel: 'chat',
        run: () => useChat.setState({ renamingOpen: true }),
      },
      {
        id: 'chat.save',
        label: t('saving.command'),
        shortcut: keys('saveChat'),
        panel: 'chat',
        run: () => openSaving(id),
      },
      { id: 'chat.pin', label: t('palette.pin'), run: () => void (isWithheld() || pinConversation(id, !pinned)) },
      {
        id: 'chat.restoreLast',
        label: t('order.restoreLast'),
        panel: 'chat',
        run: () => void restoreMessages(id, null),
      },
      {
        id: 'chat.archive',
        label: open.conversation.archived === true ? t('order.unarchive') : t('order.archive'),
        run: () => void (isWithheld() || archiveConversation(open.conversation, open.conversation.archived !== true)),
      },
      isTemporaryChat(id)
        ? {
            id: 'chat.delete',
            label: t('temporary.close'),
            panel: 'chat',
            run: () => void closeTemporaryChat(open.conversation),
          }
        : { id: 'chat.delete', label: t('palette.delete'), run: () => void deleteConversation(id) },
    )
  }
  return [
    ...actions.map(
      (action): Command => ({ group: 'actions', hint: '', icon: commandIcon(action.id), shortcut: null, ...action }),
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
  const answer = await call('chat.list', { query: query.slice(0, 500), offset: 0, limit: 30, place: 'all' })
  if (!answer.ok) return []
  return answer.value.conversations.map(({ archived, id, snippet, title }) =>
    conversationCommand(id, title, archived === true ? `${i18next.t('order.archivedMark')} · ${snippet}` : snippet),
  )
}
