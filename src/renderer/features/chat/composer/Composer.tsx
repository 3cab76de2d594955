import { Button } from '../../../components/Button.tsx'
import { useFilePick } from '../../../components/forms/use-file-pick.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { lineText } from '../../../platform/line-text.ts'
import { attach } from '../actions/attach.ts'
import { useSearchesWeb } from '../actions/searches-web.ts'
import { DictateButton, DictationNote } from '../dictation/DictateButton.tsx'
import { FileStrip } from '../files/FileStrip.tsx'
import { KnowledgeChip } from '../knowledge/KnowledgeChip.tsx'
import { composerKey, useChat } from '../state/chat-store.ts'
import { useOthers } from '../state/compared-models.ts'
import { useMenu } from '../state/menu-store.ts'
import { endOf, runningAnswers } from '../state/messages.ts'
import { useMessageTarget } from '../state/target.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useParameters } from '../state/use-parameters.ts'
import { TemporarySign } from '../temporary/TemporarySign.tsx'
import { ToolsChip } from '../tools/ToolsChip.tsx'
import { AddMenu } from './AddMenu.tsx'
import { AnswerPace } from './AnswerPace.tsx'
import { BudgetNote } from './BudgetNote.tsx'
import classes from './Composer.module.css'
import { ComposerField } from './ComposerField.tsx'
import { LateSendNote } from './LateSendNote.tsx'
import { NextRequest } from './NextRequest.tsx'
import { OnceChip } from './OnceChip.tsx'
import { ComposerMenu } from './offers/ComposerMenu.tsx'
import { PictureStrip } from './PictureStrip.tsx'
import { SendButton } from './SendButton.tsx'
import { SendErrors } from './SendErrors.tsx'

const parts = () => import('../late-parts.ts')
const LongNote = lazyComponent(async () => (await parts()).LongNote)
const ManyToolsNote = lazyComponent(async () => (await parts()).ManyToolsNote)
const PromptForm = lazyComponent(async () => (await parts()).PromptForm)
const VariablesForm = lazyComponent(async () => (await parts()).VariablesForm)
const PassageStrip = lazyComponent(async () => (await parts()).PassageStrip)
const WebChip = lazyComponent(async () => (await parts()).WebChip)
const WebStrip = lazyComponent(async () => (await parts()).WebStrip)

/** The message composer. */
export function Composer() {
  const { t } = useTranslation()
  const { model } = useMessageTarget()
  const parameters = useParameters()
  const isIdle = useChat((state) => runningAnswers(endOf(state.chat.open)).length === 0)
  const pictures = useChat((state) => state.pictures[composerKey(state)])
  const isTemporary = useChat(isTemporaryOpen)
  const others = useOthers()
  const searchesWeb = useSearchesWeb()
  const { choose: chooseFiles, input } = useFilePick({ multiple: true, onFiles: (files) => void attach(files) })

  return (
    <div className={classes.composer}>
      <div className={classes.column}>
        <SendErrors onChooseFiles={chooseFiles} />
        <ComposerMenu />
        <Waiting />
        <DictationNote />
        <PassageStrip />
        {searchesWeb ? <WebStrip /> : null}
        <BudgetNote />
        <LongNote />
        <ManyToolsNote />
        <LateSendNote />
        <div className={classes.box} data-temporary={isTemporary || undefined}>
          <div className={classes.attachments} data-scroll-row>
            <PictureStrip pictures={pictures ?? []} />
            <FileStrip />
          </div>
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
            {input}
            <AddMenu onChooseFiles={chooseFiles} />
            <div className={classes.chips}>
              <OnceChip />
              <ToolsChip />
              <KnowledgeChip />
              {searchesWeb ? <WebChip /> : null}
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
            </div>
            <AnswerPace />
            {isIdle ? <NextRequest /> : null}
            <DictateButton />
            <SendButton />
          </div>
        </div>
      </div>
      <PromptForm />
      <VariablesForm />
    </div>
  )
}

/** A line that names the server from which a prompt or resource is being requested. */
function Waiting() {
  const { t } = useTranslation()
  const server = useMenu((state) => state.waitsFor)
  return (
    <p role="status" className={classes.waiting}>
      {server === null ? null : t('offers.waits', { server: lineText(server) })}
    </p>
  )
}
