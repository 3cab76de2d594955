import { useEffect } from 'react'
import { Button } from '../../components/Button.tsx'
import { MayFold } from '../../components/markdown/folded-code.ts'
import { closePreview, usePreview } from '../../components/preview/preview-store.ts'
import { closeDetails, useDetails } from '../../components/requests/details-store.ts'
import { DropOverlay, useFileDrop } from '../../components/window/DropOverlay.tsx'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useLoadedModels } from '../../platform/models-store.ts'
import { takeDrop } from './actions/folder-pick.ts'
import { stopRunning } from './actions/stop-actions.ts'
import { useChatKeys } from './chat-keys.ts'
import { Composer } from './composer/Composer.tsx'
import { useCitationStore } from './knowledge/citations.ts'
import { Sidebar } from './list/Sidebar.tsx'
import { chatNow, isTextOpen, useChat } from './state/chat-store.ts'
import { endOf, runningAnswer } from './state/messages.ts'
import { useTarget } from './state/target.ts'
import { TemporaryNote } from './temporary/TemporaryNote.tsx'
import { Announcer } from './thread/Announcer.tsx'
import { ChatHeader } from './thread/ChatHeader.tsx'
import classes from './thread/ConversationView.module.css'
import { ConversationView } from './thread/ConversationView.tsx'

const parts = () => import('./late-parts.ts')
const EndTemporaryDialog = lazyComponent(async () => (await parts()).EndTemporaryDialog)
const FindBar = lazyComponent(async () => (await parts()).FindBar)
const FindFactsDialog = lazyComponent(async () => (await parts()).FindFactsDialog)
const FolderDialogs = lazyComponent(async () => (await parts()).FolderDialogs)
const FolderPicker = lazyComponent(async () => (await parts()).FolderPicker)
const LookDialog = lazyComponent(async () => (await parts()).LookDialog)
const OtherModelDialog = lazyComponent(async () => (await parts()).OtherModelDialog)
const PassageViewer = lazyComponent(async () => (await parts()).PassageViewer)
const PreviewPane = lazyComponent(async () => (await parts()).PreviewPane)
const ReadAloudBar = lazyComponent(async () => (await parts()).ReadAloudBar)
const SaveDialog = lazyComponent(async () => (await parts()).SaveDialog)
const TextDocument = lazyComponent(async () => (await parts()).TextDocument)

/** Returns true if Escape has its own meaning in an element: it closes an overlay, or leaves a field. */
function hasOwnEscape(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  return target instanceof Element && target.closest('input, select, [aria-expanded="true"]') !== null
}

/** Stops the running answer on Escape, wherever the focus is in the chat. */
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

/** The chat panel: conversations on the left, the open one on the right. */
export function ChatPanel() {
  const { t } = useTranslation()
  const { connection } = useTarget()
  useLoadedModels(connection?.id ?? null)
  const listShown = useChat((state) => state.listShown)
  const isFolded = useApp((state) => state.settings.chatListFolded)
  const isText = useChat(isTextOpen)
  const drop = useFileDrop((data) => {
    if (!isText) takeDrop(data)
  })
  const hasDetails = useDetails((state) => state.itemId !== null)
  const hasPassage = useCitationStore((state) => state.opened !== null)
  const hasPreview = usePreview((state) => state.opened !== null)
  const previewWidth = useApp((state) => state.settings.previewWidth)
  const isFinding = useChat((state) => (state.find?.hits.length ?? 0) > 0)
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: preview and details belong to the open conversation
  useEffect(() => {
    return () => {
      closePreview()
      closeDetails()
    }
  }, [openId])
  // first: Escape ends reading aloud before it stops an answer
  useChatKeys()
  useStopKey()

  return (
    <main className={classes.split} data-list={listShown ? 'shown' : undefined} data-folded={isFolded || undefined}>
      <Sidebar />
      {listShown ? (
        <Button
          kind="plain"
          className={classes.veil}
          aria-label={t('chat.hideList')}
          onClick={() => useChat.setState({ listShown: false })}
        />
      ) : null}
      {/* a drop target only; the button "Attach files" does the same */}
      <div
        className={classes.talk}
        data-pane={hasDetails || hasPassage || undefined}
        data-preview={hasPreview || undefined}
        style={{ '--preview-width': `${previewWidth}px` }}
        {...drop.handlers}
      >
        <ChatHeader />
        {isText ? (
          <TextDocument />
        ) : (
          <>
            <TemporaryNote />
            <FindBar />
            <ReadAloudBar />
            <MayFold value={!isFinding}>
              <ConversationView />
            </MayFold>
            <Composer />
            <PassageViewer />
            <PreviewPane />
          </>
        )}
        {drop.dragging && !isText ? <DropOverlay words={t('chat.dropHere')} /> : null}
      </div>
      <FolderDialogs />
      <EndTemporaryDialog />
      <Announcer />
      <FolderPicker />
      <SaveDialog />
      <LookDialog />
      <OtherModelDialog />
      <FindFactsDialog />
    </main>
  )
}
