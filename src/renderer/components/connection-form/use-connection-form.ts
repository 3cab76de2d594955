import { useState } from 'react'
import type { Connection, TestReport } from '../../../shared/connection.ts'
import type { EndpointChoice } from '../../../shared/endpoint.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { PastedOffer } from '../../../shared/links/pasted-offer.ts'
import { call } from '../../platform/bridge/client.ts'

type Work = 'connect' | 'test'

interface Fields {
  readonly name: string
  readonly baseUrl: string
  readonly key: string
  readonly endpoint: EndpointChoice
}

export interface FormOutcome {
  readonly report: TestReport
  /** The saved connection; null after a mere test or a refusal. */
  readonly saved: Connection | null
}

/** Host of a typed address; main decides whether the address is valid. */
export function hostOf(typed: string): string {
  return (
    typed
      .trim()
      .replace(/^[a-z]+:\/\//i, '')
      .split(/[/?#]/, 1)[0] ?? ''
  )
}

/** State of the connection form: its fields, the running action, and the result. */
export function useConnectionForm(connection: Connection | null, defaultName: string) {
  const [id] = useState(() => connection?.id ?? crypto.randomUUID())
  const [fields, setFields] = useState<Fields>({
    name: connection?.name ?? '',
    baseUrl: connection?.baseUrl ?? '',
    key: '',
    endpoint: connection?.endpoint ?? 'completions',
  })
  const [agreed, setAgreed] = useState<string | null>(connection?.allowInsecure === true ? connection.baseUrl : null)
  const [running, setRunning] = useState<Work | null>(null)
  const [asking, setAsking] = useState<Work | null>(null)
  const [outcome, setOutcome] = useState<FormOutcome | null>(null)
  const [pasted, setPasted] = useState<PastedOffer | null>(null)
  const [known, setKnown] = useState(connection !== null)

  const change = (change: Partial<Fields>) => {
    setFields((before) => ({ ...before, ...change }))
    setOutcome(null)
    setPasted(null)
  }

  const fill = (read: PastedOffer) => {
    setOutcome(null)
    setPasted(read)
    if (!read.ok) return
    const { name, address, key } = read.offer
    setFields((before) => ({ ...before, name: before.name.trim() || name, baseUrl: address, key: key || before.key }))
  }

  const failed = (error: AppError, work: Work): null => {
    if (error.code === 'address_insecure') setAsking(work)
    else setOutcome({ report: { outcome: 'failed', error }, saved: null })
    return null
  }

  const run = async (work: Work, baseUrl: string, allowInsecure: boolean): Promise<FormOutcome | null> => {
    setOutcome(null)
    const key = fields.key.trim() === '' ? {} : { key: fields.key.trim() }
    let saved: Connection | null = null
    if (work === 'connect') {
      const name = fields.name.trim() || hostOf(baseUrl).slice(0, 80) || defaultName
      const answer = await call('connections.save', {
        id,
        name,
        baseUrl,
        allowInsecure,
        endpoint: fields.endpoint,
        ...key,
      })
      if (!answer.ok) return failed(answer.error, work)
      saved = answer.value
      setKnown(true)
    }
    const withId = known || saved !== null ? { id } : {}
    const answer = await call('connections.test', { ...withId, baseUrl, allowInsecure, ...key })
    if (!answer.ok) {
      if (saved === null) return failed(answer.error, work)
      const late: FormOutcome = { report: { outcome: 'failed', error: answer.error }, saved }
      setOutcome(late)
      return late
    }
    if (answer.value.outcome === 'failed' && answer.value.error.code === 'address_insecure') {
      return failed(answer.value.error, work)
    }
    // a key that is stored and works is removed from the page; one that failed stays to be corrected
    if (saved !== null && answer.value.outcome === 'ok') setFields((before) => ({ ...before, key: '' }))
    const result = { report: answer.value, saved }
    setOutcome(result)
    return result
  }

  const start = async (work: Work, baseUrl = fields.baseUrl, allow = agreed === fields.baseUrl) => {
    if (running !== null) return null
    setRunning(work)
    const result = await run(work, baseUrl, allow)
    setRunning(null)
    return result
  }

  return {
    fields,
    change,
    /** Fills the fields with what was recognised in a pasted text. */
    fill,
    pasted,
    running,
    outcome,
    start,
    /** The action waiting for the person's consent to an unencrypted address. */
    asking,
    agree: (work: Work) => {
      setAsking(null)
      setAgreed(fields.baseUrl)
      return start(work, fields.baseUrl, true)
    },
    useHttps: () => {
      setAsking(null)
      change({ baseUrl: fields.baseUrl.trim().replace(/^http:/i, 'https:') })
    },
    refuse: () => setAsking(null),
    moved: connection !== null && connection.key.kept !== 'none' && fields.baseUrl !== connection.baseUrl,
  }
}
