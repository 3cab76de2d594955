import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { GatewayRequestSummary } from '../../../shared/gateway-request.ts'
import { call, on, onReconnect } from '../../platform/bridge/client.ts'

interface KnownRequests {
  /** The requests, newest first; null until they are loaded. */
  readonly requests: readonly GatewayRequestSummary[] | null
  readonly error: AppError | null
  readonly dismiss: () => void
}

/** Returns the requests in the log, reloaded as they change. */
export function useRequests(): KnownRequests {
  const [requests, setRequests] = useState<readonly GatewayRequestSummary[] | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    let isOver = false
    const load = async (): Promise<void> => {
      const answer = await call('requests.list', {})
      if (isOver) return
      if (answer.ok) setRequests(answer.value)
      setError(answer.ok ? null : answer.error)
    }
    void load()
    const forget = [on('requests.changed', () => void load()), onReconnect(() => void load())]
    return () => {
      isOver = true
      for (const one of forget) one()
    }
  }, [])
  return { requests, error, dismiss: () => setError(null) }
}
