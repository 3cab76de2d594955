import type { Parameters } from '../../../../shared/chat.ts'
import { lineText } from '../../../platform/line-text.ts'
import classes from './Assistants.module.css'

/**
 * The icon of the assistant that a chat was started with, and its name if there is space; nothing without an assistant.
 */
export function AssistantSign({ parameters, hasName }: { parameters: Parameters; hasName: boolean }) {
  const { assistant } = parameters
  if (assistant === undefined) return null
  const name = lineText(assistant.name)
  const sign = lineText(assistant.sign, 8)
  return hasName ? (
    <span className={classes.head} title={name}>
      <span className={classes.sign} aria-hidden="true">
        {sign}
      </span>
      <span className={classes.name}>{name}</span>
    </span>
  ) : (
    <i className={classes.sign} role="img" aria-label={name} title={name}>
      {sign}
    </i>
  )
}
