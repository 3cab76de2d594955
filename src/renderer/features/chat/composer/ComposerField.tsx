import { useEffect, useLayoutEffect, useRef } from 'react'
import { enterAction, keyPressOf } from '../../../components/forms/composer-keys.ts'
import { appState, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useNavigation } from '../../../platform/navigation.ts'
import { sendComposer } from '../actions/answer-actions.ts'
import { draftTyped, flushDraft, keepShown, registerComposer } from '../actions/drafts.ts'
import { takeDrop } from '../actions/folder-pick.ts'
import { lateSendChanged } from '../actions/late-send.ts'
import { offerAsFile } from '../actions/pasted-text.ts'
import { draftBehind, recall, recallChanged, recallEnded } from '../actions/recall.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { useComposerEmpty } from '../state/composer-empty.ts'
import { closeMenu, menuTyped, useMenu } from '../state/menu-store.ts'
import { endOf, lastOwn, runningAnswer } from '../state/messages.ts'
import { followSelection } from '../state/selected-text.ts'
import classes from './Composer.module.css'
import { menuId, optionId, useMenuEntries } from './offers/ComposerMenu.tsx'
import { menuKey } from './offers/menu-keys.ts'

function noteComposer(empty: boolean): void {
  if (useComposerEmpty.getState().empty !== empty) useComposerEmpty.setState({ empty })
}

// spell checking of longer pasted texts costs more than it helps
const spellCheckMax = 20_000

/** The text field. It is uncontrolled, so that a pasted megabyte never passes through React. */
export function ComposerField({ placeholder }: { placeholder: string }) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)
  const isComposing = useRef(false)
  const entries = useMenuEntries()
  const at = useMenu((state) => state.at)
  const hasMenu = entries.length > 0
  const sendWith = useApp((state) => state.settings.sendWith)
  const draft = useChat((state) => state.draft)

  const shown = useRef(-1)
  useEffect(() => {
    // the reference is empty by the time the panel has closed
    const element = field.current
    if (element === null) return undefined
    const undo = registerComposer({
      fieldText: () => element.value,
      set: (text) => {
        element.value = text
        menuTyped('')
        noteComposer(text.trim() === '')
      },
      replace: (text) => insert(element, text, 0),
      append: (text) => {
        insert(element, text, element.value.length)
        element.scrollTo({ top: element.scrollHeight })
      },
      insert: (text) => {
        const { selectionEnd, selectionStart, value } = element
        const before = value.slice(0, selectionStart)
        insert(element, needsSpace(before, text) ? ` ${text}` : text, selectionStart, selectionEnd)
      },
      focus: () => element.focus(),
      isComposing: () => isComposing.current,
    })
    return () => {
      // the panel is closing: the unsent text is stored, and shown again later
      undo()
      keepShown(shown.current, draftBehind(element.value))
    }
  }, [])

  useEffect(followSelection, [])

  useLayoutEffect(() => {
    const element = field.current
    if (element === null) return
    if (shown.current !== draft.serial) {
      shown.current = draft.serial
      // the same text would be laid out again
      if (element.value !== draft.text) element.value = draft.text
      recallEnded()
      menuTyped('')
      noteComposer(draft.text.trim() === '')
    }
    // a palette opened meanwhile keeps the focus
    if (draft.focus && !useNavigation.getState().paletteOpen) element.focus()
  }, [draft])

  const typed = (isComposing = false) => {
    const element = field.current
    if (element === null) return
    const { value } = element
    recallChanged()
    if (!isComposing) menuTyped(value)
    element.spellcheck = value.length < spellCheckMax
    // a long text is never blank, and trimming it at every key press would be slow
    noteComposer(value.length < 1000 && value.trim() === '')
    draftTyped()
  }

  const keys = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    const element = event.currentTarget
    if (menuKey(event, entries, composedAt.current)) {
      event.preventDefault()
      return
    }
    const mac = appState().info.platform === 'mac'
    const action = enterAction(keyPressOf(event, mac), sendWith, composedAt.current)
    if (action === 'send') {
      event.preventDefault()
      void sendComposer()
    } else if (action === 'break') {
      event.preventDefault()
      element.setRangeText('\n', element.selectionStart, element.selectionEnd, 'end')
      typed()
    } else if (action === 'confirm') {
      event.preventDefault()
    } else if (event.nativeEvent.isComposing || event.keyCode === 229) {
      // arrow keys that the input method does not use
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && hasNoModifier(event)) {
      if (recall(element, event.key === 'ArrowUp' ? -1 : 1)) event.preventDefault()
    } else if (event.key === 'ArrowUp' && (mac ? event.metaKey : event.ctrlKey) && element.value === '') {
      const open = chatNow().open
      const own = open === null ? undefined : lastOwn(endOf(open))
      if (own === undefined || open === null || runningAnswer(endOf(open)) !== undefined) return
      event.preventDefault()
      useChat.setState({ editing: own.id })
    }
  }

  return (
    <textarea
      autoComplete="off"
      dir="auto"
      ref={field}
      className={classes.field}
      aria-label={t('composer.message')}
      placeholder={placeholder}
      rows={1}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={hasMenu ? menuId : undefined}
      aria-activedescendant={hasMenu ? optionId(Math.min(at, entries.length - 1)) : undefined}
      onInput={(event) => typed('isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true)}
      onKeyDown={keys}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false
        composedAt.current = event.timeStamp
        menuTyped(event.currentTarget.value)
        lateSendChanged()
      }}
      onBlur={() => {
        closeMenu()
        flushDraft()
      }}
      onPaste={(event) => {
        offerAsFile(event.clipboardData.getData('text/plain'))
        if (pasteLongText(event)) {
          typed()
          return
        }
        const { files, types } = event.clipboardData
        // a copied cell or paragraph also contains a picture, but the text is meant
        if (files.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        takeDrop(event.clipboardData)
      }}
    />
  )
}

function hasNoModifier(event: React.KeyboardEvent): boolean {
  return !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
}

/** Returns true if a space is needed between a text and the text before it. */
function needsSpace(before: string, text: string): boolean {
  return (
    /[\p{L}\p{N}.,;:!?)]$/u.test(before.slice(-2)) &&
    /^[\p{L}\p{N}]/u.test(text) &&
    !/\p{Script=Han}/u.test(`${before.slice(-1)}${text[0]}`)
  )
}

/** Replaces the text between two offsets, as a step that the field's undo knows. */
function insert(element: HTMLTextAreaElement, text: string, from: number, to = element.value.length): void {
  element.focus()
  element.setSelectionRange(from, to)
  // the only way to change a field that its undo knows; the field receives it as typing
  if (text.length < longText && document.execCommand('insertText', false, text)) return
  element.setRangeText(text, from, to, 'end')
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

// Chromium's paste takes minutes for a megabyte of mixed scripts, because it edits run by run. Measured: 3 s for
// 200,000 characters, and 6 s for the next key press. Setting the same text takes less than a second.
const longText = 10_000

/** Pastes a very long text quickly; false for shorter texts, which the browser handles well. Its undo step is lost. */
export function pasteLongText(event: React.ClipboardEvent<HTMLTextAreaElement>): boolean {
  const text = event.clipboardData.getData('text/plain')
  if (text.length < longText) return false
  event.preventDefault()
  const field = event.currentTarget
  // spell checking of so much text would take as long again
  field.spellcheck = false
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.scrollTop = field.scrollHeight
  return true
}
