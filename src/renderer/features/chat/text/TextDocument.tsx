import { Redo2, RotateCcw, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { paidPresses, pressRestMs } from '../../../components/forms/press-guard.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { appState, useModKey } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useNavigation } from '../../../platform/navigation.ts'
import { selectVersion } from '../actions/answer-actions.ts'
import { openConversation } from '../actions/chat-actions.ts'
import { draftTyped, flushDraft, keepShown, registerComposer } from '../actions/drafts.ts'
import { agreedToNothing } from '../actions/paid-action.ts'
import { stopAnswer } from '../actions/stop-actions.ts'
import { continueDocument } from '../actions/text-actions.ts'
import { BudgetNote } from '../composer/BudgetNote.tsx'
import { WaitLine } from '../message/AnswerState.tsx'
import { Versions } from '../message/Versions.tsx'
import { composerKey, pressArea, useChat } from '../state/chat-store.ts'
import { placeToGoOn, undoneText, undoSteps } from '../state/written-text.ts'
import classes from './TextDocument.module.css'
import { useDocument } from './use-document.ts'

/** A document that the model continues, instead of a conversation. */
export function TextDocument() {
  const key = useChat(composerKey)
  // a new field per document, because caret and undo belong to it
  return <Editor key={key} />
}

function Editor() {
  const { t } = useTranslation()
  const mod = useModKey()
  const conversationId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const draft = useChat((state) => state.draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const { document, show, reload } = useDocument(conversationId, field)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const [undone, setUndone] = useState(0)
  const [isEmpty, setEmpty] = useState(true)
  // the field's text while the user has changed nothing
  const expected = document === null ? '' : undoneText(document, undone)
  const [isChanged, setChanged] = useState(false)
  const newest = document?.newest ?? null
  const running = newest !== null && newest.status.state === 'streaming' ? newest : null
  const steps = document === null ? 0 : undoSteps(document)

  const latest = useRef({ stored: '' })
  latest.current = { stored: document?.text ?? '' }
  const noted = () => {
    const value = field.current?.value ?? ''
    setEmpty(value.length < 1000 && value.trim() === '')
    setChanged(value !== expected)
  }
  const typed = () => {
    noted()
    draftTyped()
  }

  const shown = useRef(-1)
  useEffect(() => {
    // the reference is empty by the time the panel has closed
    const element = field.current
    if (element === null) return undefined
    // a document without changes needs no draft
    const text = () => (element.value === latest.current.stored ? '' : element.value)
    const undo = registerComposer({
      fieldText: text,
      set: (value) => {
        element.value = value
      },
      // a document has no menu of prompts
      replace: () => undefined,
      append: () => undefined,
      insert: () => undefined,
      focus: () => element.focus(),
      // nothing waits for files here
      isComposing: () => false,
    })
    return () => {
      undo()
      // text that a model is writing is not a draft
      keepShown(shown.current, element.readOnly ? '' : text())
    }
  }, [])

  useLayoutEffect(() => {
    const element = field.current
    if (element === null || shown.current === draft.serial) return
    shown.current = draft.serial
    if (draft.text !== '') element.value = draft.text
    if (draft.focus && !useNavigation.getState().paletteOpen) element.focus()
  }, [draft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the field after each change of document or draft
  useEffect(noted, [document, draft, undone])

  const start = async (text: string, at: number, agreed = agreedToNothing) => {
    const told = await continueDocument(text, at, agreed, (now) => {
      // a text that was changed meanwhile would be a different request
      if (field.current?.value === text) void start(text, at, now)
    })
    if (told === null) return
    setUndone(0)
    const element = field.current
    if (element !== null) {
      element.value = told.text
      element.setSelectionRange(at, at)
    }
    show(told)
  }
  const go = () => {
    const element = field.current
    if (element === null || running !== null || element.value.trim() === '') return
    void start(element.value, placeToGoOn(element.value, element.selectionStart))
  }
  // Stop and Continue replace each other, and the second click of a double click must not hit the other one
  const isNewPress = ({ timeStamp }: { readonly timeStamp: number }): boolean => {
    const isNew = timeStamp - pressedAt.current >= pressRestMs
    if (isNew) pressedAt.current = timeStamp
    return isNew
  }
  const step = (next: number) => {
    const element = field.current
    if (document === null || element === null) return
    element.value = undoneText(document, next)
    setUndone(next)
    draftTyped()
    paidPresses.noteContentChange(pressArea('send'))
  }

  const select = async (version: string) => {
    flushDraft()
    await selectVersion(version)
    setUndone(0)
    const element = field.current
    // typed text stays as the draft of its version, until something is typed here
    if (element !== null && document !== null) element.value = document.text
    await reload()
    // the next press concerns another text
    paidPresses.noteContentChange(pressArea('send'))
  }

  return (
    <section className={classes.region} aria-label={t('text.document')}>
      <textarea
        dir="auto"
        ref={field}
        autoComplete="off"
        className={classes.field}
        aria-label={t('text.field')}
        placeholder={t('text.placeholder')}
        readOnly={running !== null}
        onInput={typed}
        onBlur={flushDraft}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          const isMod = appState().info.platform === 'mac' ? event.metaKey : event.ctrlKey
          if (event.key === 'Enter' && isMod) {
            event.preventDefault()
            go()
          } else if (event.key === 'Escape' && running !== null) {
            event.preventDefault()
            void stopAnswer(running.messageId)
          }
        }}
      />
      <div className={classes.notes}>
        <Notes onGoOn={go} />
        <BudgetNote />
        {running !== null && running.status.wait !== null ? (
          <WaitLine messageId={running.messageId} wait={running.status.wait} />
        ) : null}
        {newest === null || newest.status.error === null ? null : (
          <ErrorNote
            error={newest.status.error}
            lead={newest.to > newest.from ? t('message.interrupted') : undefined}
            place={{ where: 'answer', hasText: newest.to > newest.from }}
            connectionId={useChat.getState().chat.open?.conversation.connectionId ?? null}
            on={{
              retry: go,
              continue: go,
              chooseModel: () => useChat.setState({ pickerOpen: true }),
              edit: () => field.current?.focus(),
            }}
          />
        )}
      </div>
      <div className={classes.bar}>
        <IconButton
          icon={Undo2}
          words={t('text.undo')}
          disabled={running !== null || isChanged || undone >= steps}
          onClick={() => step(undone + 1)}
        />
        <IconButton
          icon={Redo2}
          words={t('text.redo')}
          disabled={running !== null || isChanged || undone === 0}
          onClick={() => step(undone - 1)}
        />
        <IconButton
          icon={RotateCcw}
          words={t('text.again')}
          disabled={running !== null || isChanged || undone > 0 || newest === null || newest.to === newest.from}
          onClick={() => {
            if (document !== null && newest !== null) void start(undoneText(document, 1), newest.from)
          }}
        />
        {document === null || document.version === null ? null : (
          <Versions
            kind="document"
            className={classes.versions}
            versions={document.versions}
            shown={document.version}
            isDisabled={running !== null}
            onSelect={(version) => void select(version)}
          />
        )}
        <span className={classes.grow} role="status">
          {running === null ? null : t('text.writing')}
        </span>
        {running === null ? (
          <Button
            kind="primary"
            disabled={isEmpty}
            title={`${t('text.goOn')} (${mod}+Enter)`}
            onClick={(event) => isNewPress(event) && go()}
          >
            {t('text.goOn')}
          </Button>
        ) : (
          <Button kind="primary" onClick={(event) => isNewPress(event) && void stopAnswer(running.messageId)}>
            {t('composer.stop')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Errors that belong to no part of the document. */
function Notes({ onGoOn }: { onGoOn: () => void }) {
  const { t } = useTranslation()
  const failed = useChat((state) => state.openError)
  const sendError = useChat((state) => state.sendError)
  const actionError = useChat((state) => state.actionError)
  return (
    <>
      {failed === null ? null : (
        <ErrorNote
          error={failed.error}
          place={{ where: 'other', hasText: false }}
          on={{ retry: () => void openConversation(failed.conversationId) }}
        />
      )}
      {sendError === null ? null : (
        <ErrorNote
          error={sendError}
          lead={t('composer.sendFailed')}
          place={{ where: 'send', hasText: false }}
          on={{ retry: onGoOn, chooseModel: () => useChat.setState({ pickerOpen: true }) }}
        />
      )}
      {actionError === null ? null : (
        <ErrorNote
          error={actionError}
          place={{ where: 'other', hasText: false }}
          onDismiss={() => useChat.setState({ actionError: null })}
        />
      )}
    </>
  )
}
