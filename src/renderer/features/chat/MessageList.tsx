import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { AssistantMessage } from './AssistantMessage.tsx'
import classes from './ConversationView.module.css'
import { loadEarlier } from './chat-actions.ts'
import { useChat } from './chat-store.ts'
import { UserMessage } from './UserMessage.tsx'
import { useFollowEnd } from './use-follow-end.ts'

const noMessages: never[] = []

/** The messages of the open conversation: only those in view are mounted. */
export function MessageList() {
  const { t } = useTranslation()
  const open = useChat((state) => state.chat.open)
  const editing = useChat((state) => state.editing)
  const loadingEarlier = useChat((state) => state.loadingEarlier)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const { away, setFollowing, toEnd } = useFollowEnd(scroller, content)
  const messages = open?.messages ?? noMessages
  const last = messages.at(-1)
  const lastOwn = last?.role === 'assistant' ? messages.at(-2)?.id : last?.id
  const show = open?.show ?? null

  // one's own new message always comes into view
  useLayoutEffect(() => {
    if (lastOwn === undefined) return
    setFollowing(true)
    toEnd()
  }, [lastOwn, setFollowing, toEnd])

  useLayoutEffect(() => {
    if (show === null) return
    const index = messages.findIndex((message) => message.id === show)
    if (index < 0 || index === messages.length - 1) return
    setFollowing(false)
    virtual.current?.scrollToIndex(index, { align: 'nearest' })
  }, [show, messages, setFollowing])

  const editingIndex = messages.findIndex((message) => message.id === editing)

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        data-scroller
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard to be read
        tabIndex={0}
        onScroll={(event) => {
          if (event.currentTarget.scrollTop < 800) void loadEarlier()
        }}
      >
        {loadingEarlier ? <p className={classes.earlier}>{t('chat.loadingEarlier')}</p> : null}
        <div ref={content} className={classes.content}>
          <Virtualizer
            ref={virtual}
            scrollRef={scroller}
            data={messages}
            shift={open?.edge === 'start'}
            keepMounted={editingIndex < 0 ? [] : [editingIndex]}
            bufferSize={600}
            startMargin={28}
          >
            {(message) => (
              <div key={message.id} className={classes.place}>
                {message.role === 'user' ? (
                  <UserMessage message={message} editing={message.id === editing} />
                ) : (
                  <AssistantMessage message={message} />
                )}
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
      {away ? (
        <button
          type="button"
          className={classes.jump}
          onClick={() => {
            setFollowing(true)
            toEnd()
          }}
        >
          <ArrowDown size={15} aria-hidden="true" />
          {t('chat.jump')}
        </button>
      ) : null}
    </div>
  )
}
