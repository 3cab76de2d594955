import { useEffect } from 'react'
import type { Conversation } from '../../../shared/chat.ts'
import type { ShortcutId } from '../../../shared/shortcut-table.ts'
import { holdTyping } from '../../components/window/hold-typing.ts'
import { pressedIn } from '../../platform/shortcuts.ts'
import { copyAnswer } from './actions/answer-actions.ts'
import { openFind } from './actions/find-actions.ts'
import { stepQuestion } from './actions/jump.ts'
import { toggleList } from './actions/list-fold.ts'
import { quoteSelection } from './actions/quote.ts'
import { stopReading, toggleReading, useReadAloud } from './actions/read-aloud.ts'
import { openSaving } from './actions/save-store.ts'
import { toggleDictation } from './dictation/dictate.ts'
import { chatNow, isTextOpen, useChat } from './state/chat-store.ts'
import { endOf, lastAnswer } from './state/messages.ts'
import { showOutline } from './state/outline-store.ts'

/** Returns true if a dialog or menu is open: keys then belong to it. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}

/** Handles the chat's shortcuts, which work wherever the focus is in the chat. */
export function useChatKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || isCovered()) return
      if (event.key === 'Escape' && useReadAloud.getState().reading !== null) {
        event.preventDefault()
        stopReading()
        return
      }
      const id = pressedIn(event, 'chat')
      const run = id === null ? null : actionOf(id, chatNow().open?.conversation ?? null, event)
      if (run === null) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Returns the action of a shortcut in the open conversation, or in a new chat; null if it has none there. */
function actionOf(id: ShortcutId, open: Conversation | null, event: KeyboardEvent): (() => void) | null {
  const isText = isTextOpen(useChat.getState())
  if (id === 'dictate') return isText ? null : toggleDictation
  if (id === 'toggleList') return toggleList
  if (open === null) return null
  if (id === 'saveChat') return () => openSaving(open.id)
  if (isText) return null
  switch (id) {
    case 'findInChat':
      return () => {
        // the code of the field may still be read
        holdTyping()
        openFind()
      }
    case 'questions':
      return () => showOutline(true)
    case 'readAloud':
      return toggleReading
    case 'copyAnswer':
      return copyLastAnswer
    case 'quote':
      return quoteSelection
    case 'previousQuestion':
      return movesCaret(event) ? null : () => void stepQuestion(-1)
    case 'nextQuestion':
      return movesCaret(event) ? null : () => void stepQuestion(1)
    default:
      return null
  }
}

function copyLastAnswer(): void {
  const { open } = chatNow()
  const answer = open === null ? undefined : lastAnswer(endOf(open))
  if (answer !== undefined) void copyAnswer(answer)
}

/** Returns true if an arrow moves the caret of a field. */
function movesCaret({ key, target }: KeyboardEvent): boolean {
  return key.startsWith('Arrow') && hasText(target)
}

function hasText(target: EventTarget | null): boolean {
  return (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== ''
}
