import type { GatewayRequestSummary } from '../../../shared/gateway-request.ts'
import classes from './TimeBar.module.css'

/**
 * The duration of an ended request as a bar: waiting for the first byte, then receiving. The text below has the
 * numbers.
 */
export function TimeBar({ request }: { readonly request: GatewayRequestSummary }) {
  const { endMs, firstByteMs } = request
  if (endMs === null || firstByteMs === null || endMs <= 0) return null
  return (
    <div className={classes.bar} aria-hidden="true">
      <span style={{ width: `${Math.min(100, (firstByteMs / endMs) * 100)}%` }} />
    </div>
  )
}
