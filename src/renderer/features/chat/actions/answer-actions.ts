import i18next from 'i18next'
import type { ChatTarget, Conversation, Message, Parameters } from '../../../../shared/chat.ts'
import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { saidParts } from '../../../../shared/thinking.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import { copyText } from '../../../components/words/clipboard.ts'
import { call } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { loadModels, useModels } from '../../../platform/models-store.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { showToast } from '../../../platform/toasts.ts'
import { callRounds } from '../state/answer-parts.ts'
import {
  chatNow,
  composerKey,
  dispatch,
  type PaidAction,
  pressArea,
  streamTexts,
  useChat,
} from '../state/chat-store.ts'
import { withTools } from '../state/chat-tools.ts'
import { othersFor } from '../state/compared-models.ts'
import { flushParameters } from '../state/late-parameters.ts'
import { messageTokens } from '../state/message-tokens.ts'
import { endOf, runningAnswer, withBeside } from '../state/messages.ts'
import { currentOnceTarget, currentTarget, type Target } from '../state/target.ts'
import { choosingBranch, followStreams, pageSize, rememberOpen, reopenSilently, showEnd } from './chat-actions.ts'
import { areReady, composerFilesOf, filesSent, filesToSend, ownFiles, sendable } from './composer-files.ts'
import { composerText, draftSent, draftTyped, showDraft } from './drafts.ts'
import { findAgain } from './find-actions.ts'
import { isHeldBack } from './late-send.ts'
import type { WindowRequest } from './long-question.ts'
import { withoutOnce } from './once-model.ts'
import { type Agreed, agreedToNothing, mayBeSent } from './paid-action.ts'
import { promptSent } from './recall.ts'
import { forgetRetrieval, retrievalFor } from './retrieval.ts'
import { searchesWeb } from './searches-web.ts'
import { showWhole } from './stop-actions.ts'

type Exchange = { readonly conversation: Conversation; readonly messages: readonly Message[] }

function take(exchange: Exchange, begins: boolean): void {
  followStreams(exchange.messages)
  const overtaken = withBeside(exchange.messages).some(
    (message) => message.stream !== null && chatNow().ended.includes(message.stream),
  )
  dispatch({ type: 'exchanged', ...exchange, begins })
  // a comparison may continue in a branch that was not shown
  const { open } = chatNow()
  const isHere = open?.conversation.id === exchange.conversation.id
  const shown = new Set(withBeside(open?.messages ?? []).map(({ id }) => id))
  const missing = isHere && !open?.hasLater && exchange.messages.some(({ id }) => !shown.has(id))
  // an answer that ended before the call returned lost its text, which is read again
  if (overtaken || missing) void reopenSilently()
}

const ids = new SubmissionIds()

function refuseSend(error: AppError): void {
  useChat.setState({ sending: false, sendError: error })
}

/** Resolves to the target of the next message. During startup it waits for the list of models. */
export async function readyTarget(): Promise<Target> {
  const target = currentTarget()
  if (target.connection === null || target.model !== '') return target
  if (useModels.getState().catalogues[target.connection.id] !== undefined) return target
  await loadModels(target.connection.id, false)
  return currentTarget()
}

/**
 * Sends the composer's content, once per press, when its files are read and no answer runs. The text stays until main
 * has accepted it.
 */
export async function sendComposer(agreed = agreedToNothing): Promise<void> {
  const state = useChat.getState()
  if (state.openingTemporary) return
  const key = composerKey(state)
  const attached = (state.pictures[key] ?? []).length + filesToSend(ownFiles(composerFilesOf(key))).length
  // a press with nothing to send must not delay the next one
  if (composerText().trim() === '' && attached === 0) return
  const isAnswering = runningAnswer(endOf(state.chat.open)) !== undefined
  // the second press of a double press must not queue what the first one sent
  if (isAnswering && paidPresses.isResting(pressArea('send'))) return
  // by then the message differs from the one that the user agreed to, so the user is asked again
  if (!state.sending && isHeldBack(() => void sendComposer())) return
  await paidPresses.once(pressArea('send'), 'send', () => send(agreed))
}

/** Returns the user's message that an answer replies to, or that an edit replaces. */
function questionOf(messageId: string): Message | undefined {
  const messages = chatNow().open?.messages ?? []
  const message = messages.find(({ id }) => id === messageId)
  return message?.role === 'user' ? message : messages.find(({ id }) => id === message?.parentId)
}

async function send(agreed: Agreed): Promise<void> {
  flushParameters()
  const state = useChat.getState()
  const text = composerText()
  const key = composerKey(state)
  const pictures = state.pictures[key] ?? []
  const items = pictures.flatMap((picture) => (picture.item === null ? [] : [picture.item.id]))
  const files = sendable(composerFilesOf(key))
  if (state.sending || items.length < pictures.length || !areReady(composerFilesOf(key))) return
  if (text.trim() === '' && items.length === 0 && ownFiles(composerFilesOf(key)).length === 0) return
  if (runningAnswer(endOf(state.chat.open)) !== undefined) return

  const ready = await readyTarget()
  const once = currentOnceTarget()
  // a chat without a model of its own keeps the chosen one
  const own = ready.model === '' ? (once ?? ready) : ready
  const target = once ?? own
  if (own.connection === null || target.connection === null)
    return refuseSend(pageError('no_connection', 'no connection in the list'))
  if (target.model === '') {
    useChat.setState({ pickerOpen: true })
    return
  }
  const by = once === null ? {} : { by: { connectionId: target.connection.id, model: target.model } }
  const beside = once === null ? othersFor(target) : {}
  const again = (now: Agreed) => {
    paidPresses.noteContentChange(pressArea('send'))
    void sendComposer(now)
  }
  const tokens = messageTokens(
    text,
    files,
    pictures.flatMap(({ item }) => item ?? []),
  )
  const parameters = state.chat.open?.conversation.parameters ?? state.newParameters
  const targets = [{ connectionId: target.connection.id, model: target.model }, ...(beside.others ?? [])]
  // loading the models may take time; if text or conversation changed meanwhile, the user must send again
  const isUnchanged = () =>
    composerText() === text && composerKey(useChat.getState()) === key && !useChat.getState().sending
  const doubted = { targets, hasPictures: items.length > 0 }
  const window = { targets, tokens, parameters }
  if (!(await mayBeSent({ agreed, again, window, doubted, isUnchanged })) || !isUnchanged()) return
  // the code of the web search is read when a chat searches
  const late = searchesWeb() ? await import('./web-results.ts').catch(() => undefined) : null
  if (late === undefined) return refuseSend(pageError('internal', 'the code of the web search cannot be read'))
  const web = agreed.includes('no results') || late === null ? null : await late.resultsFor(targets)
  if (web === 'shown' || !isUnchanged()) return
  const begins = state.chat.open === null
  useChat.setState({ sending: true, sendError: null, actionError: null })
  const found = await retrievalFor(text)
  if (!found.ok) return refuseSend(found.error)
  // messages are distinguished by the passages alone, so that a repeated send is the same send
  const content = JSON.stringify([
    'send',
    key,
    text,
    items,
    files,
    found.value?.passages ?? [],
    web?.passages ?? [],
    { ...beside, ...by },
  ])
  const answer = await call('chat.send', {
    conversationId: key,
    messageId: ids.one(content),
    connectionId: own.connection.id,
    model: own.model,
    parameters: state.chat.open?.conversation.parameters ?? state.newParameters,
    text,
    attachments: items,
    ...beside,
    ...by,
    ...(begins && state.newFolder !== null ? { folderId: state.newFolder.id } : {}),
    ...(begins && newChatOwner !== null ? { draftOf: newChatOwner } : {}),
    ...(files.length === 0 ? {} : { files: [...files] }),
    ...(found.value === null ? {} : { retrieval: found.value }),
    ...(web === null ? {} : { search: web }),
  })
  // the retrieved passages are used up, or have to be searched for again
  forgetRetrieval()
  if (!answer.ok) return refuseSend(answer.error)
  late?.forgetResults()
  ids.dropAccepted(content)
  void call('chat.saveDraftPictures', { conversationId: begins ? newChatOwner : key, pictures: [] })
  filesSent(key, begins ? newChatOwner : key)
  const stillHere = composerKey(useChat.getState()) === key
  useChat.setState((now) => ({
    sending: false,
    pictures: { ...now.pictures, [key]: [] },
    onceBy: withoutOnce(now.onceBy, key),
    newId: begins ? crypto.randomUUID() : now.newId,
    newTarget: begins ? null : now.newTarget,
  }))
  // text typed during the call stays
  const left = composerText() === text ? promptSent(text, key) : composerText()
  if (stillHere) {
    draftSent(begins ? newChatOwner : key)
    if (composerText() === text) showDraft(left, true)
  }
  // The new message is at the end, which may not be loaded. Otherwise there is no pause here, which would render
  // everything once more.
  if (stillHere && chatNow().open?.hasLater === true) await showEnd()
  take(answer.value, begins && stillHere)
  if (begins && stillHere) rememberOpen(key)
  // its saved draft was sent with the message; the rest belongs to the chat that is open now
  if (stillHere && left !== '') draftTyped()
}

/** Requests an answer, once per press; `content` keeps its id until main has accepted it. */
async function exchange(
  content: readonly [action: PaidAction, ...words: string[]],
  ask: (id: string) => Promise<Result<Exchange>>,
): Promise<boolean> {
  const words = JSON.stringify(content)
  const done = await paidPresses.once(pressArea(content[0]), words, async () => {
    useChat.setState({ actionError: null })
    const answer = await ask(ids.one(words))
    if (answer.ok) {
      ids.dropAccepted(words)
      take(answer.value, false)
    } else useChat.setState({ actionError: answer.error })
    return answer.ok
  })
  return done ?? false
}

/**
 * Returns the request about a stored message, to be measured; null if there is none. `endId`: the message at its end.
 * `edited`: tokens of the edited text that follows it; null if nothing follows.
 */
function windowRequest(
  targets: readonly ChatTarget[],
  endId: string | null,
  edited: number | null = null,
): WindowRequest | null {
  const { open } = chatNow()
  if (open === null || targets.length === 0) return null
  const { parameters } = open.conversation
  return { targets, tokens: edited ?? 0, parameters, endId, isFollowed: edited !== null }
}

/** Returns the models that answer the next message. */
function askedNow(others: readonly ChatTarget[] = []): readonly ChatTarget[] {
  const { connection, model } = currentTarget()
  return connection === null || model === '' ? [] : [{ connectionId: connection.id, model }, ...others]
}

function messageOf(messageId: string): Message | undefined {
  return withBeside(chatNow().open?.messages ?? []).find(({ id }) => id === messageId)
}

/** Returns the model of a column, else the chat's. */
function columnTarget(messageId: string): readonly ChatTarget[] {
  const message = messageOf(messageId)
  return message?.column === undefined
    ? askedNow()
    : [{ connectionId: message.column.connectionId, model: message.model }]
}

/** Returns the model of an answer that another model than the chat's wrote, outside a comparison; else null. */
export function ownModelOf({ beside, column, model }: Message): ChatTarget | null {
  return column === undefined || (beside?.length ?? 0) > 0 ? null : { connectionId: column.connectionId, model }
}

/**
 * Requests an answer again, or the first answer to a question; an old one remains as another version. `by` asks another
 * model, for this answer alone.
 */
export async function retryAnswer(
  messageId: string,
  by: ChatTarget | null = null,
  agreed = agreedToNothing,
): Promise<void> {
  const question = questionOf(messageId)
  const endId = question?.id ?? messageOf(messageId)?.parentId ?? null
  const targets = by === null ? askedNow() : [by]
  const doubted = { targets, hasPictures: (question?.attachments.length ?? 0) > 0 }
  const again = (now: Agreed) => void retryAnswer(messageId, by, now)
  if (!(await mayBeSent({ agreed, again, window: windowRequest(targets, endId), doubted }))) return
  await exchange(['retry', messageId, JSON.stringify(by)], (id) =>
    call('chat.retry', { messageId, newMessageId: id, ...(by === null ? {} : { by }) }),
  )
}

/** Requests another version in a column, from the column's model. */
export async function retryColumn(messageId: string, agreed = agreedToNothing): Promise<void> {
  const endId = messageOf(messageId)?.parentId ?? null
  const again = (now: Agreed) => void retryColumn(messageId, now)
  if (!(await mayBeSent({ agreed, again, window: windowRequest(columnTarget(messageId), endId) }))) return
  await exchange(['retry', messageId, 'column'], (id) =>
    call('chat.retry', { messageId, newMessageId: id, inColumn: true }),
  )
}

/** Continues a truncated answer. */
export async function continueAnswer(messageId: string, agreed = agreedToNothing): Promise<void> {
  const again = (now: Agreed) => void continueAnswer(messageId, now)
  if (!(await mayBeSent({ agreed, again, window: windowRequest(columnTarget(messageId), messageId) }))) return
  const isAsked = await exchange(['continue', messageId], () => call('chat.continue', { messageId }))
  // the stream of another process may have the number of the stopped one
  if (isAsked) showWhole(messageId)
}

/** Sends an edited message as another version. */
export async function editMessage(messageId: string, text: string, agreed = agreedToNothing): Promise<void> {
  const edited = questionOf(messageId)
  const beside = othersFor(currentTarget())
  const targets = askedNow(beside.others)
  const tokens = messageTokens(text, edited?.files ?? [], edited?.attachments)
  const window = windowRequest(targets, edited?.parentId ?? null, tokens)
  const doubted = { targets, hasPictures: (edited?.attachments.length ?? 0) > 0 }
  const again = (now: Agreed) => void editMessage(messageId, text, now)
  if (!(await mayBeSent({ agreed, again, window, doubted }))) return
  const done = await exchange(['edit', messageId, text, JSON.stringify(beside)], (id) =>
    call('chat.edit', { messageId, newMessageId: id, text, ...beside }),
  )
  if (done) useChat.setState({ editing: null })
}

/** Selects another version of a message. Resolves to whether it is shown. */
export async function selectVersion(messageId: string): Promise<boolean> {
  return showBranch(await choosingBranch(call('chat.select', { messageId, limit: pageSize })), messageId)
}

/** Stores an edited version of an answer, and shows it. Nothing is sent. */
export async function saveEditedAnswer(messageId: string, text: string): Promise<void> {
  const content = JSON.stringify(['edited answer', messageId, text])
  const newMessageId = ids.one(content)
  const edited = { messageId, newMessageId, text, limit: pageSize }
  if (!showBranch(await choosingBranch(call('chat.editAnswer', edited)), newMessageId)) return
  ids.dropAccepted(content)
  useChat.setState({ editing: null })
}

/** Shows the branch that main selected, at a message. Returns false if it was refused, or another chat is open. */
function showBranch(answer: Result<CallOutput<'chat.select'>>, messageId: string): boolean {
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return false
  }
  if (chatNow().open?.conversation.id !== answer.value.conversation.id) return false
  followStreams(answer.value.page.messages)
  dispatch({ type: 'opened', conversation: answer.value.conversation, page: answer.value.page, show: messageId })
  findAgain(answer.value.conversation.id)
  return true
}

/** Changes the parameters of the open conversation, or of the next new one. Resolves to whether they are stored. */
export async function setParameters(parameters: Parameters): Promise<boolean> {
  const { open } = chatNow()
  if (open === null) {
    useChat.setState({ newParameters: parameters })
    return true
  }
  const before = open.conversation
  dispatch({ type: 'conversation', conversation: { ...before, parameters } })
  const answer = await call('chat.update', { conversationId: before.id, parameters })
  if (!answer.ok) {
    // only the parameters are reverted: title and model may have changed meanwhile
    const now = chatNow().open?.conversation
    if (now?.id === before.id)
      dispatch({ type: 'conversation', conversation: { ...now, parameters: before.parameters } })
    useChat.setState({ actionError: answer.error })
  }
  return answer.ok
}

/** Turns tools of the open conversation off (all of them unless ids are given), and requests an answer again. */
export async function retryWithoutTools(
  messageId: string,
  retry: (messageId: string) => Promise<void>,
  ids?: readonly string[],
): Promise<void> {
  const parameters = chatNow().open?.conversation.parameters
  if (parameters?.tools === undefined) return
  const { tools } = parameters
  await setParameters({ ...parameters, tools: withTools(tools, ids ?? tools.enabled, false) })
  await retry(messageId)
}

/** Switches a connection to chat completions, and requests an answer again. */
export async function retryWithCompletions(
  connectionId: string | null,
  messageId: string,
  retry: (messageId: string) => Promise<void>,
): Promise<void> {
  if (connectionId === null) return
  const answer = await call('connections.setEndpoint', { id: connectionId, endpoint: 'completions' })
  if (answer.ok) await retry(messageId)
  else useChat.setState({ actionError: answer.error })
}

/** Returns the shown text of a message, even while it streams. */
export function currentTextOf({ id, stream, text }: Message): string {
  return streamTexts.shown(id, stream === null ? text : (streamTexts.received(id) ?? text))
}

/** Copies the whole shown branch as Markdown, including messages that the page has not loaded. */
export async function copyConversation(conversationId: string): Promise<void> {
  const answer = await call('chat.copy', { conversationId })
  if (!answer.ok) useChat.setState({ actionError: answer.error })
  else if (answer.value.text === null) showToast(i18next.t('chat.copyTooLong'))
  else await copyText(answer.value.text)
}

/** Returns the text of an answer without the model's thinking, including the thinking between its tool calls. */
export function saidText(message: Message): string {
  const ends = callRounds(message.calls ?? []).map(({ textEnd }) => textEnd)
  return saidParts(currentTextOf(message), ends).join('')
}

/** Copies the text of an answer, and shows a message, because a key or a command gives no other feedback. */
export async function copyAnswer(message: Message): Promise<void> {
  if (await copyText(saidText(message))) showToast(i18next.t('app.copied'))
}
