import { Loader } from '@mantine/core'
import { ArrowUp, Paperclip, Square, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { picturesMax } from '../../../../shared/chat-limits.ts'
import { Button } from '../../../components/Button.tsx'
import notes from '../../../components/errors/ErrorNote.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { pressRestMs } from '../../../components/forms/press-guard.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { RefusedFiles } from '../../../components/window/RefusedFiles.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { lineText } from '../../../platform/line-text.ts'
import { composerKey, type Picture, streamTexts, useChat } from '../chat-store.ts'
import { useOthers } from '../compare/compared-models.ts'
import { DictateButton, DictationNote } from '../dictation/DictateButton.tsx'
import { attach } from '../files/attach.ts'
import { areReady, isReading, taken, useOpenFiles } from '../files/composer-files.ts'
import { FileStrip } from '../files/FileStrip.tsx'
import { KnowledgePopover } from '../knowledge/KnowledgePopover.tsx'
import { PassageStrip } from '../knowledge/PassageStrip.tsx'
import { LongNote } from '../length/LongNote.tsx'
import { endOf, runningAnswers } from '../messages.ts'
import { BudgetNote } from '../money/BudgetNote.tsx'
import { useTarget } from '../target.ts'
import { TemporarySign } from '../temporary/TemporarySign.tsx'
import { isTemporaryOpen } from '../temporary/temporary-open.ts'
import { WithheldButton } from '../temporary/WithheldButton.tsx'
import { sendComposer, stopRunning } from '../thread/answer-actions.ts'
import { paceWords } from '../thread/usage-words.ts'
import { ManyToolsNote } from '../tools/ManyToolsNote.tsx'
import { ToolsPopover } from '../tools/ToolsPopover.tsx'
import classes from './Composer.module.css'
import { ComposerField, useComposerEmpty } from './ComposerField.tsx'
import { focusComposer } from './drafts.ts'
import { LateSendNote } from './LateSendNote.tsx'
import { useLateSend } from './late-send.ts'
import { NextRequest } from './NextRequest.tsx'
import { ComposerMenu } from './offers/ComposerMenu.tsx'
import { useMenu } from './offers/menu-store.ts'
import { ResourcesPopover } from './offers/ResourcesPopover.tsx'
import { useParameters } from './ParametersPopover.tsx'
import { removePicture } from './pictures.ts'

const parts = () => import('../late-parts.ts')
const PromptForm = lazyComponent(async () => (await parts()).PromptForm)
const VariablesForm = lazyComponent(async () => (await parts()).VariablesForm)

/** The message composer. */
export function Composer() {
  const { t } = useTranslation()
  const { model } = useTarget()
  const parameters = useParameters()
  const messages = useChat((state) => endOf(state.chat.open))
  const pictures = useChat((state) => state.pictures[composerKey(state)])
  const sending = useChat((state) => state.sending)
  const isTemporary = useChat(isTemporaryOpen)
  const answers = runningAnswers(messages)
  const running = answers.at(-1)
  const others = useOthers()
  const empty = useComposerEmpty((state) => state.empty)
  const attached = useOpenFiles()
  const files = useRef<HTMLInputElement>(null)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  const isWaiting = useLateSend(({ waiting }) => waiting !== null)
  // a press waits for files that are being read, but not for a decision about one
  const isAsked = !areReady(attached) && !attached.some(isReading)
  const nothing = empty && (pictures === undefined || pictures.length === 0) && taken(attached).length === 0
  const chooseFiles = () => files.current?.click()

  return (
    <div className={classes.composer}>
      <div className={classes.column}>
        <Errors onChooseFiles={chooseFiles} />
        <ComposerMenu />
        <Waiting />
        <DictationNote />
        <PassageStrip />
        <BudgetNote />
        <LongNote />
        <ManyToolsNote />
        <LateSendNote />
        <div className={classes.box} data-temporary={isTemporary || undefined}>
          <PictureStrip pictures={pictures ?? []} />
          <FileStrip />
          <ComposerField
            placeholder={
              model === ''
                ? t('composer.placeholderNone')
                : others.length > 0
                  ? t('compare.placeholder', { count: others.length + 1 })
                  : t('composer.placeholder', { model })
            }
          />
          <div className={classes.tools}>
            <input
              ref={files}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                void attach([...(event.currentTarget.files ?? [])])
                event.currentTarget.value = ''
              }}
            />
            {isTemporary ? (
              <WithheldButton icon={Paperclip} words={t('composer.attach')} />
            ) : (
              <IconButton icon={Paperclip} words={t('composer.attach')} onClick={chooseFiles} />
            )}
            <DictateButton />
            <ResourcesPopover />
            <ToolsPopover />
            <KnowledgePopover />
            {parameters.temperature === null ? null : (
              <Button kind="chip" onClick={() => useChat.setState({ parametersOpen: true })}>
                {t('composer.temperature', { value: parameters.temperature })}
              </Button>
            )}
            {parameters.system === '' ? null : (
              <Button kind="chip" onClick={() => useChat.setState({ parametersOpen: true })}>
                {t('composer.system')}
              </Button>
            )}
            <TemporarySign />
            <span className={classes.grow} />
            {running === undefined || answers.length > 1 || running.status.wait !== null || isAsking(running) ? null : (
              <Pace messageId={running.id} />
            )}
            {running === undefined ? <NextRequest /> : null}
            {running === undefined ? (
              <Button
                kind="plain"
                className={classes.send}
                aria-label={t('composer.send')}
                title={t('composer.send')}
                disabled={nothing || sending || isAsked || isWaiting}
                onClick={(event) => {
                  sentAt.current = event.timeStamp
                  void sendComposer()
                  // the button rests while the message waits, and Escape takes it back
                  if (useLateSend.getState().waiting !== null) focusComposer()
                }}
              >
                <ArrowUp size={18} strokeWidth={2} />
              </Button>
            ) : (
              <Button
                kind="plain"
                className={`${classes.send} ${classes.stop}`}
                aria-label={answers.length > 1 ? t('compare.stopAll') : t('composer.stop')}
                title={answers.length > 1 ? t('compare.stopAll') : t('composer.stop')}
                onClick={(event) => {
                  // Stop replaces Send, and the second click of a double click must not hit it
                  if (event.timeStamp - sentAt.current < pressRestMs) return
                  void stopRunning()
                  focusComposer()
                }}
              >
                <Square size={12} fill="currentColor" />
              </Button>
            )}
          </div>
        </div>
      </div>
      <PromptForm />
      <VariablesForm />
    </div>
  )
}

/** Says which server is asked for a prompt or a resource. */
function Waiting() {
  const { t } = useTranslation()
  const server = useMenu((state) => state.waitsFor)
  return (
    <p role="status" className={classes.waiting}>
      {server === null ? null : t('offers.waits', { server: lineText(server) })}
    </p>
  )
}

function Errors({ onChooseFiles }: { onChooseFiles: () => void }) {
  const { t } = useTranslation()
  const sendError = useChat((state) => state.sendError)
  const failures = useChat((state) => state.pictureFailures)
  return (
    <>
      <ModelDoubtNote />
      {sendError === null ? null : (
        <ErrorNote
          error={sendError}
          lead={t('composer.sendFailed')}
          place={{ where: 'send', hasText: false }}
          on={{
            retry: () => void sendComposer(),
            chooseModel: () => useChat.setState({ pickerOpen: true }),
            edit: () => useChat.setState((state) => ({ sendError: null, draft: { ...state.draft, focus: true } })),
          }}
        />
      )}
      {failures.length === 0 ? null : (
        <RefusedFiles
          files={failures.map(({ name, error, tooMany }) => ({
            name,
            reason: tooMany ? t('composer.tooMany', { count: picturesMax }) : errorTitle(t, error),
          }))}
          action={{ label: t('steps.chooseFile'), run: onChooseFiles }}
          onDismiss={() => useChat.setState({ pictureFailures: [] })}
        />
      )}
    </>
  )
}

/** Whether an answer waits for the person: its speed then means nothing. */
function isAsking({ calls = [] }: Message): boolean {
  return calls.some(({ state }) => state === 'asking')
}

/** Speed of the running answer. Updates twice a second, whatever the number of deltas. */
function Pace({ messageId }: { messageId: string }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const pace = streamTexts.pace(messageId)
  return <span className={classes.pace}>{pace === null ? '' : paceWords(t, pace, now)}</span>
}

/** Pictures of the next message. */
function PictureStrip({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation()
  const base = useApp((state) => state.info.mediaBase)
  if (pictures.length === 0) return null
  return (
    <ul className={classes.strip}>
      {pictures.map((picture) => (
        <li key={picture.key} className={classes.picture}>
          {picture.item === null ? (
            <Loader size={18} aria-label={t('composer.uploading', { name: picture.name })} />
          ) : (
            <img src={`${base}${picture.item.id}`} alt={picture.name} />
          )}
          <Button
            kind="plain"
            aria-label={t('composer.removePicture', { name: picture.name })}
            onClick={() => removePicture(picture.key)}
          >
            <X size={12} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Asks before sending a message to a model that is known not to accept it. */
function ModelDoubtNote() {
  const { t } = useTranslation()
  const asked = useChat((state) => state.doubted)
  if (asked === null) return null
  const { model, doubt, send } = asked
  return (
    <div className={notes.note} role="alert">
      <div className={notes.top}>
        <div className={notes.words}>
          <p className={notes.lead}>{t(`composer.doubt.${doubt}`, { model })}</p>
          <p>{t('composer.doubt.nothingSent')}</p>
        </div>
        <Button size="small" onClick={() => useChat.setState({ pickerOpen: true, doubted: null })}>
          {t('composer.doubt.chooseOther')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            useChat.setState((state) => ({ doubted: null, trusted: new Set([...state.trusted, `${doubt} ${model}`]) }))
            send()
          }}
        >
          {t('composer.doubt.sendAnyway')}
        </Button>
      </div>
    </div>
  )
}
