import { Brain, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Markdown.module.css'

interface ThinkingProps {
  readonly text: string
  /** Whether the model still thinks. */
  readonly open: boolean
  readonly children: ReactNode
}

/** What a model thought before its answer, folded away; rendered only when it is looked at. */
export function Thinking({ text, open, children }: ThinkingProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  if (!open && text.trim() === '') return null
  return (
    <div className={classes.thinking}>
      <button type="button" className={classes.thinkingFold} aria-expanded={shown} onClick={() => setShown(!shown)}>
        <Brain size={15} aria-hidden="true" />
        {t(open ? 'markdown.thinkingNow' : 'markdown.thinking')}
        <ChevronRight size={14} aria-hidden="true" />
      </button>
      {shown ? <div className={classes.thought}>{children}</div> : null}
    </div>
  )
}
