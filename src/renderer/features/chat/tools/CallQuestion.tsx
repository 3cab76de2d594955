import { useEffect, useId, useRef, useState } from 'react'
import { shownArgumentsMax } from '../../../../shared/tool-limits.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import { Button } from '../../../components/Button.tsx'
import { forgetUnsent, keepUnsent, unsentText } from '../../../components/forms/unsent-text.ts'
import layout from '../../../components/layout.module.css'
import { calledTitle, hintWords } from '../../../components/tools/tool-words.ts'
import { OddText } from '../../../components/words/OddText.tsx'
import { oddCount } from '../../../components/words/odd-characters.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { answerCall, focusLineOf } from '../actions/call-actions.ts'
import { CallPrice } from './CallPrice.tsx'
import classes from './Calls.module.css'
import { argumentLines, editProblem, isCut, prettyArguments } from './call-arguments.ts'

/** How long a button ignores presses after it appeared, in ms. */
const safePressMs = 500

/**
 * Returns true if a card has been visible long enough for a press to be meant for it, not for the element before it.
 */
function useSafePress(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), safePressMs)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}

/** Longer arguments are not edited here. */
const editLengthMax = 100_000

/** Asks whether a call may run. The focus does not move, so that no key being typed decides it. */
export function CallQuestion({ call, model }: { call: ToolCall; model: string }) {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const [edited, setEdited] = useState(() => unsentText(`call:${call.id}`))
  const [note, setNote] = useState(() => unsentText(`note:${call.id}`) ?? '')
  const [isSent, setSent] = useState(false)
  const isReady = useSafePress()
  const tool = calledTitle(t, call, tools)
  const pretty = prettyArguments(call.arguments)
  const problem = edited === null ? null : editProblem(edited)
  const mayAllow = isReady && !isSent && problem === null
  const changed = edited !== null && edited !== pretty ? { arguments: edited } : {}

  const edit = (text: string | null) => {
    setEdited(text)
    if (text === null) forgetUnsent(`call:${call.id}`)
    else keepUnsent(`call:${call.id}`, text)
  }
  // money is mentioned once, with the price
  const costs = call.hints?.costs === true
  const answer = (decision: 'once' | 'chat' | 'always' | 'deny') => {
    if (card.current?.contains(document.activeElement)) focusLineOf(call.id)
    setSent(true)
    const more = decision === 'deny' ? (note.trim() === '' ? {} : { note: note.trim() }) : changed
    void answerCall({ callId: call.id, decision, ...more }).finally(() => setSent(false))
  }

  return (
    <section
      ref={card}
      className={classes.question}
      aria-labelledby={titleId}
      data-call={call.id}
      data-state="asking"
      onKeyDown={(event) => {
        // Escape elsewhere stops the answer; here it only leaves a field
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) event.target.blur()
      }}
    >
      <h3 id={titleId} className={classes.ask}>
        {call.server === null
          ? t('tools.question', { model: lineText(model, 80), tool })
          : t('tools.questionOf', { model: lineText(model, 80), tool, server: lineText(call.server, 80) })}
      </h3>
      {costs && call.askReason === 'money' ? null : (
        <p className={classes.why}>{t(`tools.why.${call.askReason ?? 'rule'}`)}</p>
      )}
      {call.isUnchecked && call.askReason !== 'unchecked' ? (
        <p className={classes.why}>{t('tools.why.unchecked')}</p>
      ) : null}
      {call.hints === null ? null : (
        <ul className={classes.hints}>
          {hintWords(t, call.hints)
            .filter((words) => words !== t('tools.hint.costs'))
            .map((words) => (
              <li key={words}>{words}</li>
            ))}
        </ul>
      )}
      {costs ? <CallPrice call={call} text={edited ?? pretty} /> : null}
      <Arguments call={call} pretty={pretty} edited={edited} problem={problem} onEdit={edit} />
      <div className={classes.actions}>
        {(['once', 'chat', 'always'] as const).map((decision) => (
          <Button
            key={decision}
            kind={decision === 'once' ? 'primary' : 'quiet'}
            size="small"
            disabled={!mayAllow}
            onClick={() => answer(decision)}
          >
            {t(`tools.${decision}`)}
          </Button>
        ))}
        <Button size="small" disabled={isSent} onClick={() => answer('deny')}>
          {t('tools.deny')}
        </Button>
        <input
          className={classes.note}
          autoComplete="off"
          aria-label={t('tools.note')}
          placeholder={t('tools.notePlaceholder')}
          maxLength={2000}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            keepUnsent(`note:${call.id}`, event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
            event.preventDefault()
            if (!isSent) answer('deny')
          }}
        />
      </div>
    </section>
  )
}

/** Arguments as lines if possible, else as JSON; never cut without a button for the rest. */
function Shown({ pretty }: { readonly pretty: string }) {
  const lines = argumentLines(pretty)
  if (lines === null)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard to be read
      <pre className={classes.text} tabIndex={0}>
        <OddText text={pretty} atOnce={shownArgumentsMax * 2} />
      </pre>
    )
  return (
    <dl className={classes.fields} tabIndex={0}>
      {lines.map(({ label, name, value }) => (
        <div key={name}>
          <dt title={name}>{label}</dt>
          <dd>
            <OddText text={value} atOnce={shownArgumentsMax * 2} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ArgumentsProps {
  readonly call: ToolCall
  readonly pretty: string
  /** The text of the editor; null if the arguments are only shown. */
  readonly edited: string | null
  readonly problem: 'notJson' | 'notObject' | null
  readonly onEdit: (text: string | null) => void
}

/** The arguments in full, or their editor. */
function Arguments({ call, pretty, edited, problem, onEdit }: ArgumentsProps) {
  const { t } = useTranslation()
  const problemId = useId()
  const odd = oddCount(edited ?? pretty)
  const mayEdit = pretty.length <= editLengthMax
  return (
    <section className={classes.part} aria-label={t('tools.arguments')}>
      <div className={classes.labelRow}>
        <span className={classes.label}>{t('tools.arguments')}</span>
        {odd === 0 ? null : <span className={layout.bad}>{t('tools.odd', { count: odd })}</span>}
        {edited === null ? (
          mayEdit ? (
            <Button kind="link" onClick={() => onEdit(pretty)}>
              {t('tools.edit')}
            </Button>
          ) : null
        ) : (
          <Button kind="link" onClick={() => onEdit(null)}>
            {t('tools.reset')}
          </Button>
        )}
      </div>
      {edited === null ? (
        <Shown pretty={pretty} />
      ) : (
        <textarea
          className={classes.editor}
          aria-label={t('tools.editArguments')}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          rows={Math.min(14, edited.split('\n').length + 1)}
          value={edited}
          onChange={(event) => onEdit(event.currentTarget.value)}
        />
      )}
      {problem === null ? null : (
        <p id={problemId} className={layout.bad}>
          {t(`tools.${problem}`)}
        </p>
      )}
      {isCut(call) ? <p className={layout.bad}>{t('tools.tooLong')}</p> : null}
    </section>
  )
}
