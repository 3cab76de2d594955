import type { ToolCall } from '../../../../shared/tools.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { CallLine } from './CallLine.tsx'
import classes from './Calls.module.css'

const CallQuestion = lazyComponent(async () => (await import('../late-parts.ts')).CallQuestion)

/** The calls that a model requested together. */
export function CallGroup({ calls, model }: { calls: readonly ToolCall[]; model: string }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.group} data-aside aria-label={t('tools.group', { count: calls.length })}>
      {calls.map((call) => (
        <li key={call.id}>
          {call.state === 'asking' ? <CallQuestion call={call} model={model} /> : <CallLine call={call} />}
        </li>
      ))}
    </ul>
  )
}
