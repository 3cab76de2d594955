import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { type CacheSnapshot, type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message, Parameters } from '../../../../shared/chat.ts'
import { beginsAfter } from '../../../../shared/context-start.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { raiseToasts } from '../../../platform/toasts.ts'
import { currentTextOf } from '../actions/answer-actions.ts'
import { loadEarlier, loadLater, showEnd } from '../actions/chat-actions.ts'
import { areColumnsOpen, ComparedAnswer } from '../compare/Columns.tsx'
import { useFind } from '../find/use-find.ts'
import { ContextStart } from '../length/ContextStart.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import { DeletedLine } from '../order/DeletedLine.tsx'
import { OriginLine } from '../order/OriginLine.tsx'
import { useJump } from '../reading/use-jump.ts'
import { useChat } from '../state/chat-store.ts'
import { followPlace, leastOffset } from '../state/follow-place.ts'
import { columnsOf, isReply } from '../state/messages.ts'
import { useSummaryEdit } from '../state/summary-edit.ts'
import { useFollowEnd } from '../state/use-follow-end.ts'
import classes from './ConversationView.module.css'

const noMessages: never[] = []
/**
 * No measurements yet. 120 px is the height of a message of two lines; the library's own 40 px rendered three times as
 * many.
 */
const unmeasured: CacheSnapshot = [[], 120]

/** The messages of the open conversation; only visible ones are mounted. */
export function MessageList() {
  const { t } = useTranslation()
  const open = useChat((state) => state.chat.open)
  const editing = useChat((state) => state.editing)
  const loadingEarlier = useChat((state) => state.loadingEarlier)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const partial = open?.hasLater ?? false
  const { away, setFollowing, showEnd: followEnd } = useFollowEnd(scroller, content, partial)
  const messages = open?.messages ?? noMessages
  const last = messages.at(-1)
  const lastOwn = last?.role === 'assistant' ? messages.at(-2)?.id : last?.id
  const show = open?.show ?? null
  const unansweredId = last?.role === 'user' && !partial && open?.conversation.streaming === false ? last.id : null

  // loaded later messages are not new ones
  const readOn = useRef(false)
  readOn.current = partial || open?.edge === 'later'
  // the user's own new message always scrolls into view
  useLayoutEffect(() => {
    if (lastOwn === undefined || readOn.current) return
    followEnd()
  }, [lastOwn, followEnd])

  useLayoutEffect(() => {
    const region = scroller.current
    if (show === null || region === null) return undefined
    const index = messages.findIndex((message) => message.id === show)
    if (index < 0 || (index === messages.length - 1 && !partial)) return undefined
    setFollowing(false)
    const shown = `[data-message="${CSS.escape(show)}"]`
    return followPlace(region, () =>
      leastOffset(region, region.querySelector(shown), { virtual: virtual.current, index }),
    )
  }, [show, messages, partial, setFollowing])

  // a toast covers neither the last message nor the button that leads to it
  const hasJump = away || partial
  useLayoutEffect(() => (hasJump ? raiseToasts() : undefined), [hasJump])

  useJump({ scroller, virtual, messages, setFollowing })
  useFind({ scroller, content, virtual, messages, setFollowing })

  // an edited summary stays mounted while other messages are viewed, and the list does not move
  const startId = open?.conversation.parameters.context?.fromId
  const isEditingStart = useSummaryEdit(({ edit }) => edit !== null && edit.conversationId === open?.conversation.id)
  const startIndex = isEditingStart ? messages.findIndex((message) => message.id === startId) : -1
  useLayoutEffect(() => {
    if (isEditingStart) setFollowing(false)
  }, [isEditingStart, setFollowing])

  const editingIndex = messages.findIndex((message) => message.id === editing)
  // a message with a pending decision keeps its focus while other messages are viewed
  const askingIndex = messages.findLastIndex((message) => columnsOf(message).some(isAsking))
  const shownEditor = useRef<string | null>(null)
  // ↑ can open the editor while its message is far above
  useLayoutEffect(() => {
    if (shownEditor.current === editing) return undefined
    shownEditor.current = editing
    const region = scroller.current
    if (editing === null || editingIndex < 0 || region === null) return undefined
    setFollowing(false)
    const editor = `[data-message="${CSS.escape(editing)}"] textarea`
    return followPlace(region, () =>
      leastOffset(region, region.querySelector(editor), { virtual: virtual.current, index: editingIndex }),
    )
  }, [editing, editingIndex, setFollowing])

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        data-scroller
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard to be read
        tabIndex={0}
        onScroll={(event) => {
          const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
          if (scrollTop < 800) void loadEarlier()
          if (partial && scrollHeight - scrollTop - clientHeight < 800) void loadLater()
        }}
      >
        {loadingEarlier ? <p className={classes.earlier}>{t('chat.loadingEarlier')}</p> : null}
        <div ref={content} className={classes.content}>
          {messages.length === 0 ? (
            <div className={classes.place}>
              <DeletedLine afterId={null} />
            </div>
          ) : null}
          <Virtualizer
            ref={virtual}
            scrollRef={scroller}
            data={messages}
            shift={open?.edge === 'start'}
            keepMounted={[editingIndex, askingIndex, startIndex].filter((index) => index >= 0)}
            // includes the space for a toast below the last message
            bufferSize={1080}
            startMargin={24}
            cache={unmeasured}
            item={Position}
          >
            {(message, index) => (
              <Place
                key={message.id}
                message={message}
                isReply={isReply(messages[index - 1], message)}
                isFirst={index === 0 && open?.hasEarlier === false}
                isLast={index === messages.length - 1}
                isUnanswered={message.id === unansweredId}
                isEditing={message.id === editing}
              />
            )}
          </Virtualizer>
        </div>
      </div>
      {hasJump ? (
        <Button
          kind="plain"
          className={classes.jump}
          onClick={() => {
            void showEnd().then(followEnd)
          }}
        >
          <ArrowDown size={15} aria-hidden="true" />
          {t('chat.jump')}
        </Button>
      ) : null}
    </div>
  )
}

function isAsking({ calls }: Message): boolean {
  return calls?.some(({ state }) => state === 'asking') ?? false
}

/**
 * The box of a message in the list. Until a message is measured it is transparent: `visibility`, which the library
 * sets, is inherited, so that every element of each message would get its styles twice.
 */
function Position({ ref, style: { visibility, ...style }, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={visibility === 'hidden' ? { ...style, opacity: 0 } : style}>
      {children}
    </div>
  )
}

interface PlaceProps {
  readonly message: Message
  /** True if the message follows its question. */
  readonly isReply: boolean
  readonly isEditing: boolean
  /** True if the message begins the chat. */
  readonly isFirst: boolean
  /** True if the message ends the loaded part of the chat. */
  readonly isLast: boolean
  /** True if the message is a question at the end of the chat. */
  readonly isUnanswered: boolean
}

/** A message at its position in the list; parallel answers are wider than the reading column. */
function Place({ message, isReply: isAsked, isEditing, isFirst, isLast, isUnanswered }: PlaceProps) {
  const isOn = useChat((state) => state.chat.open?.conversation.parameters.compare?.on ?? false)
  const opened = useChat((state) => state.compared)
  const isOpen = areColumnsOpen(message, isOn, opened)
  const start = useChat(({ chat }) => startAt(chat.open?.conversation.parameters.context, message.id))
  return (
    <div
      className={isOpen ? `${classes.place} ${classes.wide}` : classes.place}
      data-message={message.id}
      data-last={isLast || undefined}
    >
      {isFirst ? <DeletedLine afterId={null} /> : null}
      {start === 'before' ? <ContextStart /> : null}
      <Boundary place="message" shown={message} source={() => currentTextOf(message)}>
        {message.role === 'user' ? (
          <UserMessage message={message} editing={isEditing} isUnanswered={isUnanswered} />
        ) : (
          <ComparedAnswer message={message} isReply={isAsked} isOpen={isOpen} isEditing={isEditing} />
        )}
      </Boundary>
      <OriginLine messageId={message.id} />
      <DeletedLine afterId={message.id} />
      {start === 'after' ? <ContextStart /> : null}
    </div>
  )
}

/** Returns the side of a message on which requests begin; null for neither. */
function startAt(context: Parameters['context'], messageId: string): 'before' | 'after' | null {
  if (context?.fromId !== messageId) return null
  return beginsAfter(context) ? 'after' : 'before'
}
