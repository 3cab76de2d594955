import { ClipboardPaste, ExternalLink, SquarePen, X } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { DropOverlay, useFileDrop } from '../../../components/window/DropOverlay.tsx'
import { pageError } from '../../../platform/errors/page-error.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useLoadedModels } from '../../../platform/models-store.ts'
import { hideQuick } from '../../../platform/quick.ts'
import { pressedIn } from '../../../platform/shortcuts.ts'
import { newChat } from '../actions/chat-actions.ts'
import { focusComposer } from '../actions/drafts.ts'
import { takeDrop } from '../actions/folder-pick.ts'
import { AssistantRow } from '../assistants/AssistantRow.tsx'
import { Composer } from '../composer/Composer.tsx'
import { useChat } from '../state/chat-store.ts'
import { useTarget } from '../state/target.ts'
import { Announcer } from '../thread/Announcer.tsx'
import { ModelPicker } from '../thread/ChatHeader.tsx'
import thread from '../thread/ConversationView.module.css'
import { ConversationView } from '../thread/ConversationView.tsx'
import classes from './QuickPanel.module.css'
import { addClipboard, continueInMainWindow } from './quick-actions.ts'

const parts = () => import('../late-parts.ts')
const FolderPicker = lazyComponent(async () => (await parts()).FolderPicker)
const PassageViewer = lazyComponent(async () => (await parts()).PassageViewer)
const PreviewPane = lazyComponent(async () => (await parts()).PreviewPane)

/** Returns true if Escape first closes another element of the window. */
function isCovered(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  return target instanceof Element && target.closest('input, select, [aria-expanded="true"]') !== null
}

/** Makes Escape hide the window, and the keys of a new chat start another question. */
function useQuickKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      const isHiding = event.key === 'Escape' && !isCovered(event.target)
      if (!isHiding && pressedIn(event, 'window') !== 'new') return
      event.preventDefault()
      void (isHiding ? hideQuick() : newChat())
    }
    window.addEventListener('keydown', onKey)
    // when shown again, it is ready for typing
    window.addEventListener('focus', focusComposer)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('focus', focusComposer)
    }
  }, [])
}

/** One question and its answer, with the parts of the chat. */
export function QuickPanel() {
  const { t } = useTranslation()
  const { connection } = useTarget()
  useLoadedModels(connection?.id ?? null)
  useQuickKeys()
  const drop = useFileDrop(takeDrop)
  const isNew = useChat((state) => state.chat.open === null && state.openError === null)
  return (
    <main className={classes.panel}>
      <header className={classes.bar}>
        <h1 className={classes.title}>{t('quick.title')}</h1>
        <ModelPicker />
        <span className={classes.grow} />
        <IconButton icon={ClipboardPaste} words={t('quick.addClipboard')} onClick={() => void addClipboard()} />
        {isNew ? null : <IconButton icon={SquarePen} words={t('quick.newQuestion')} onClick={() => void newChat()} />}
        <IconButton icon={ExternalLink} words={t('quick.openHere')} onClick={() => void continueInMainWindow()} />
        <IconButton icon={X} words={t('quick.hide')} onClick={() => void hideQuick()} />
      </header>
      {/* a drop target only; the button "Attach files" does the same */}
      <div className={classes.talk} {...drop.handlers}>
        {!isNew ? (
          <ConversationView />
        ) : (
          <div className={thread.page}>
            <div className={thread.card}>
              <h2 className={thread.title}>{t('chat.greeting')}</h2>
              {connection === null ? (
                <ErrorNote
                  error={pageError('no_connection', 'no connection in the list')}
                  place={{ where: 'send', hasText: false }}
                />
              ) : (
                <>
                  <p className={thread.hint}>{t('quick.hint')}</p>
                  <AssistantRow />
                </>
              )}
            </div>
          </div>
        )}
        <Composer />
        <PassageViewer />
        <PreviewPane />
        {drop.dragging ? <DropOverlay words={t('chat.dropHere')} /> : null}
      </div>
      <Announcer />
      <FolderPicker />
    </main>
  )
}
