import { Brain, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import classes from './ThoughtFold.module.css'

interface ThoughtFoldProps {
  readonly label: string
  /** Renders the model's thinking; called only while it is open. */
  readonly children: () => ReactNode
}

/** A model's thinking, folded to one line until a user opens it. It stays open or closed as the user left it. */
export function ThoughtFold({ label, children }: ThoughtFoldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.thinking} data-aside>
      <Button kind="plain" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Brain size={15} aria-hidden="true" />
        <span className={classes.label}>{label}</span>
        <ChevronRight size={14} aria-hidden="true" />
      </Button>
      {isOpen ? <div className={classes.thought}>{children()}</div> : null}
    </div>
  )
}
