import { Ban, Check, ChevronRight, CircleDashed, CircleHelp, Loader, type LucideIcon, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { ToolCall, ToolCallState } from '../../../../shared/tools.ts'
import { Button } from '../../../components/Button.tsx'
import layout from '../../../components/layout.module.css'
import { calledTitle } from '../../../components/tools/tool-words.ts'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { OddText } from '../../../components/words/OddText.tsx'
import { oddCount, withCodes } from '../../../components/words/odd-characters.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { saveResult, takesFocus } from '../actions/call-actions.ts'
import { MessagePictures } from '../files/MessagePictures.tsx'
import classes from './Calls.module.css'
import { prettyArguments, shortArguments } from './call-arguments.ts'

const icons: Readonly<Record<ToolCallState, LucideIcon>> = {
  waiting: CircleDashed,
  asking: CircleHelp,
  running: Loader,
  done: Check,
  failed: X,
  denied: Ban,
  cancelled: Ban,
  unknown: CircleHelp,
}

/** A call in one line; when opened, its arguments and its result. */
export const CallLine = memo(function CallLine({ call }: { call: ToolCall }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const tools = useTools((state) => state.tools)
  const Icon = icons[call.state]
  // files of the library: nothing is loaded from elsewhere
  const pictures = call.media.filter(({ mime }) => mime.startsWith('image/'))
  return (
    <div className={classes.call} data-call={call.id} data-state={call.state}>
      <Button
        kind="row"
        ref={(button) => {
          if (button !== null && takesFocus(call.id)) button.focus({ preventScroll: true })
        }}
        className={classes.fold}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon size={15} aria-hidden="true" className={classes.sign} />
        <span className={classes.name}>
          <Line text={calledTitle(t, call, tools)} />
        </span>
        {call.server === null ? null : (
          <span className={classes.server}>
            <Line text={call.server} />
          </span>
        )}
        <code className={classes.short}>
          <Line text={withCodes(shortArguments(call.editedArguments ?? call.arguments))} />
        </code>
        <span className={classes.stateWords}>{stateOf(call)}</span>
        <ChevronRight size={14} aria-hidden="true" className={classes.arrow} />
      </Button>
      {shown ? <CallDetails call={call} /> : null}
      {pictures.length === 0 ? null : (
        <div className={classes.pictures}>
          <MessagePictures items={pictures} />
        </div>
      )}
    </div>
  )

  function stateOf({ endedAt, progress, startedAt, state }: ToolCall): string {
    if (state === 'running' && progress !== null && (progress.text !== '' || progress.part !== null)) {
      const part = progress.part === null ? '' : `${Math.round(Math.min(1, Math.max(0, progress.part)) * 100)} %`
      return [withCodes(progress.text.slice(0, 60)), part].filter((words) => words !== '').join(' · ')
    }
    const words = t(`tools.state.${state}`)
    if (startedAt === null || endedAt === null) return words
    const seconds = (endedAt - startedAt) / 1000
    const length = t('tools.seconds', { seconds: seconds.toFixed(seconds < 10 ? 1 : 0) })
    return seconds < 0.05 ? words : `${words} · ${length}`
  }
})

function CallDetails({ call }: { call: ToolCall }) {
  const { t } = useTranslation()
  const { arguments: said, editedArguments, result, resultFile } = call
  return (
    <div className={classes.details}>
      {editedArguments === null ? (
        <Shown label={t('tools.arguments')} copy={t('tools.copyArguments')} text={prettyArguments(said)} />
      ) : (
        <>
          <Shown label={t('tools.changed')} copy={t('tools.copyArguments')} text={prettyArguments(editedArguments)} />
          <Shown label={t('tools.asked')} copy={t('tools.copyArguments')} text={prettyArguments(said)} />
        </>
      )}
      {result === '' ? (
        call.state === 'done' ? (
          <p className={classes.label}>{t('tools.noResult')}</p>
        ) : null
      ) : (
        <Shown label={t('tools.result')} copy={t('tools.copyResult')} text={result} />
      )}
      {resultFile === null ? null : (
        <p className={classes.cut}>
          <span>{t('tools.cut')}</span>
          <Button size="small" onClick={() => void saveResult(call)}>
            {t('tools.saveAll')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Characters shown initially; more on demand. */
const shownAtOnce = 20_000

interface ShownProps {
  readonly label: string
  /** Name of the button that copies the text. */
  readonly copy: string
  readonly text: string
}

/** A foreign text as plain text, in a box that scrolls. */
function Shown({ label, copy, text }: ShownProps) {
  const { t } = useTranslation()
  const odd = oddCount(text)
  return (
    <section aria-label={label}>
      <div className={classes.labelRow}>
        <span className={classes.label}>{label}</span>
        {odd === 0 ? null : <span className={layout.bad}>{t('tools.odd', { count: odd })}</span>}
        <CopyButton text={() => text} label={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard to be read */}
      <pre className={classes.text} tabIndex={0}>
        <OddText text={text} atOnce={shownAtOnce} />
      </pre>
    </section>
  )
}
