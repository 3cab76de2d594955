import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DropOverlay, useFileDrop } from '../../components/window/DropOverlay.tsx'
import { useLoadedModels } from '../../platform/models-store.ts'
import { chatNow, isTextOpen, useChat } from './chat-store.ts'
import { Composer } from './composer/Composer.tsx'
import { attach } from './files/attach.ts'
import { FindBar } from './find/FindBar.tsx'
import { useCitationStore } from './knowledge/citations.ts'
import { PassageViewer } from './knowledge/PassageViewer.tsx'
import { Sidebar } from './list/Sidebar.tsx'
import { endOf, runningAnswer } from './messages.ts'
import { useTarget } from './target.ts'
import { TextDocument } from './text/TextDocument.tsx'
import { Announcer } from './thread/Announcer.tsx'
import { stopRunning } from './thread/answer-actions.ts'
import { ChatHeader } from './thread/ChatHeader.tsx'
import classes from './thread/ConversationView.module.css'
import { ConversationView } from './thread/ConversationView.tsx'

/** Whether Escape has its own meaning in an element: it closes an overlay, or leaves a field. */
function hasOwnEscape(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  return target instanceof Element && target.closest('input, select, [aria-expanded="true"]') !== null
}

/** Stops the running answer by Escape, wherever the focus is in the chat. */
function useStopKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      if (hasOwnEscape(event.target) || runningAnswer(endOf(chatNow().open)) === undefined) return
      event.preventDefault()
      void stopRunning()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Conversations on the left, the open one on the right. */
export function ChatPanel() {
  const { t } = useTranslation()
  const { connection } = useTarget()
  useLoadedModels(connection?.id ?? null)
  const listShown = useChat((state) => state.listShown)
  const isText = useChat(isTextOpen)
  const drop = useFileDrop((data) => {
    if (!isText) void attach([...data.files])
  })
  const hasPassage = useCitationStore((state) => state.opened !== null)
  useStopKey()

  return (
    <main className={classes.split} data-list={listShown ? 'shown' : undefined}>
      <Sidebar />
      {listShown ? (
        <button
          type="button"
          className={classes.veil}
          aria-label={t('chat.hideList')}
          onClick={() => useChat.setState({ listShown: false })}
        />
      ) : null}
      {/* a drop target only; the button "Attach files" does the same */}
      <div className={classes.talk} data-passage={hasPassage || undefined} {...drop.handlers}>
        <ChatHeader />
        {isText ? (
          <TextDocument />
        ) : (
          <>
            <FindBar />
            <ConversationView />
            <Composer />
            <PassageViewer />
          </>
        )}
        {drop.dragging && !isText ? <DropOverlay words={t('chat.dropHere')} /> : null}
      </div>
      <Announcer />
    </main>
  )
}
