import { useMemo, useState } from 'react'
import { imagePromptMax } from '../../../../shared/image-kinds.ts'
import { Button } from '../../../components/Button.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import segments from '../../../components/forms/segments.module.css'
import layout from '../../../components/layout.module.css'
import { Note } from '../../../components/Note.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { replacePrompt } from '../form/PromptMenu.tsx'
import { differenceOf, textWith } from '../prompt-difference.ts'
import { focusPrompt } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { closeImproving, useImproving } from './improve-store.ts'
import classes from './Proposal.module.css'

/**
 * The difference between a prompt and a proposal. Each change is taken or left by a press. The proposal stays until it
 * is used or another one is asked for, also if the prompt changes meanwhile: it was paid for.
 */
export function Proposal({ after, before }: { after: string; before: string }) {
  const { t } = useTranslation()
  const parts = useMemo(() => differenceOf(before, after), [before, after])
  const all = useMemo(() => new Set(parts.flatMap((part, index) => (part.kind === 'changed' ? [index] : []))), [parts])
  const [taken, setTaken] = useState<ReadonlySet<number>>(all)
  const toggle = (index: number) =>
    setTaken(taken.has(index) ? new Set([...taken].filter((one) => one !== index)) : new Set([...taken, index]))
  const isOfNow = useStudio((state) => state.form.prompt === before)
  const result = textWith(parts, taken)
  const excess = result.length - imagePromptMax
  const use = () => {
    replacePrompt(result, t('images.promptReplaced'))
    useImproving.setState({ opened: false, proposal: null })
    focusPrompt()
  }
  return (
    <div className={layout.stack}>
      <p className={layout.quiet}>{t('images.improveChoose')}</p>
      {isOfNow ? null : <Note tone="quiet">{t('images.improveEarlier')}</Note>}
      {excess > 0 ? <Note tone="quiet">{t('images.improveTooLong', { count: excess })}</Note> : null}
      <p className={classes.text} dir="auto">
        {parts.map((part, index) =>
          part.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
            <span key={index}>{part.text}</span>
          ) : (
            // a label wraps like the text around it, which a button does not
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
            <label key={index} className={classes.change}>
              <input
                type="checkbox"
                className={segments.radio}
                checked={taken.has(index)}
                onChange={() => toggle(index)}
              />
              {part.before === '' ? null : <del>{part.before}</del>}
              {part.after === '' ? null : <ins>{part.after}</ins>}
            </label>
          ),
        )}
      </p>
      <div className={layout.wrappedRow}>
        <Button kind="link" disabled={taken.size === all.size} onClick={() => setTaken(all)}>
          {t('images.improveAll')}
        </Button>
        <Button kind="link" disabled={taken.size === 0} onClick={() => setTaken(new Set())}>
          {t('images.improveNone')}
        </Button>
        <Button kind="link" onClick={() => useImproving.setState({ proposal: null })}>
          {t('images.improveAgain')}
        </Button>
      </div>
      <DialogFoot onCancel={closeImproving}>
        <Button kind="primary" disabled={taken.size === 0 || excess > 0} onClick={use}>
          {t('images.improveUse')}
        </Button>
      </DialogFoot>
    </div>
  )
}
