import { useState } from 'react'
import { addressIn } from '../../../shared/address-text.ts'
import type { Connection, TestReport } from '../../../shared/connection.ts'
import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import type { PastedOffer } from '../../../shared/links/pasted-offer.ts'
import { call } from '../../platform/bridge/client.ts'
import { type ConnectionOptions, optionsOf } from './OptionFields.tsx'

type Work = 'connect' | 'test'

interface Fields extends ConnectionOptions {
  readonly name: string
  readonly baseUrl: string
  readonly key: string
}

export interface FormOutcome {
  readonly report: TestReport
  /** The saved connection; null after a mere test, and if the connection did not answer. */
  readonly saved: Connection | null
}

/** Returns the host of a typed address; main decides whether the address is valid. */
export function hostOf(typed: string): string {
  return withoutScheme(typed).split(/[/?#]/, 1)[0] ?? ''
}

/** Returns a typed address with another scheme. */
function withScheme(scheme: 'http' | 'https', typed: string): string {
  return `${scheme}://${withoutScheme(typed)}`
}

function withoutScheme(typed: string): string {
  return (addressIn(typed) ?? typed.trim()).replace(/^[a-z]+:\/\//i, '')
}

/** Addresses that main refuses to store. */
const unusable: ReadonlySet<ErrorCode> = new Set([
  'address_invalid',
  'address_scheme',
  'address_credentials',
  'address_insecure',
])

/** Returns true if a connection can be saved although its test failed. */
export function canBeKept(report: TestReport): boolean {
  return report.outcome === 'failed' && !unusable.has(report.error.code)
}

/** Returns the state of the connection form: its fields, the running action, and the result. */
export function useConnectionForm(connection: Connection | null, defaultName: string) {
  const [id] = useState(() => connection?.id ?? crypto.randomUUID())
  const [fields, setFields] = useState<Fields>({
    name: connection?.name ?? '',
    baseUrl: connection?.baseUrl ?? '',
    key: '',
    ...optionsOf(connection),
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

  const failed = (error: AppError, work: Work): FormOutcome | null => {
    if (error.code === 'address_insecure') {
      setAsking(work)
      return null
    }
    const result: FormOutcome = { report: { outcome: 'failed', error }, saved: null }
    setOutcome(result)
    return result
  }

  const typedKey = fields.key.trim() === '' ? {} : { key: fields.key.trim() }

  const save = async (baseUrl: string, allowInsecure: boolean, report: TestReport | null) => {
    const name = fields.name.trim() || hostOf(baseUrl).slice(0, 80) || defaultName
    const { endpoint, firstPicture, pictures } = fields
    const found = report?.outcome === 'ok' && report.foundAt !== undefined ? { foundAt: report.foundAt } : {}
    const answer = await call('connections.save', {
      ...{ id, name, baseUrl, ...found, allowInsecure, endpoint, firstPicture, pictures },
      ...typedKey,
    })
    if (answer.ok) {
      setKnown(true)
      // a stored key is removed from the page
      setFields((before) => ({ ...before, key: '' }))
    }
    return answer
  }

  const test = async (baseUrl: string, allowInsecure: boolean): Promise<TestReport> => {
    const answer = await call('connections.test', { ...(known ? { id } : {}), baseUrl, allowInsecure, ...typedKey })
    return answer.ok ? answer.value : { outcome: 'failed', error: answer.error }
  }

  const run = async (work: Work, baseUrl: string, allowInsecure: boolean): Promise<FormOutcome | null> => {
    setOutcome(null)
    const isSameAccess = connection !== null && baseUrl === connection.baseUrl && fields.key.trim() === ''
    if (work === 'connect' && isSameAccess) {
      // a new name or endpoint is saved even while the gateway is unreachable
      const saved = await save(baseUrl, allowInsecure, null)
      if (!saved.ok) return failed(saved.error, work)
      return { report: await test(baseUrl, allowInsecure), saved: saved.value }
    }
    const report = await test(baseUrl, allowInsecure)
    if (report.outcome === 'failed') return failed(report.error, work)
    if (work === 'test') {
      setOutcome({ report, saved: null })
      return null
    }
    const saved = await save(baseUrl, allowInsecure, report)
    if (!saved.ok) return failed(saved.error, work)
    return { report, saved: saved.value }
  }

  const start = async (work: Work, baseUrl = fields.baseUrl, allow = agreed === fields.baseUrl) => {
    if (running !== null) return null
    setRunning(work)
    const result = await run(work, baseUrl, allow)
    setRunning(null)
    return result
  }

  /** Saves a connection that did not answer; null if it could not be saved. */
  const keep = async (report: TestReport): Promise<FormOutcome | null> => {
    if (running !== null) return null
    setRunning('connect')
    const saved = await save(fields.baseUrl, agreed === fields.baseUrl, null)
    setRunning(null)
    return saved.ok ? { report, saved: saved.value } : failed(saved.error, 'connect')
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
    /** The action waiting for the user's consent to an unencrypted address. */
    asking,
    agree: (work: Work) => {
      setAsking(null)
      setAgreed(fields.baseUrl)
      return start(work, fields.baseUrl, true)
    },
    keep,
    /** Tries the same address without encryption; asks first unless its host is this computer. */
    withHttp: () => {
      const baseUrl = withScheme('http', fields.baseUrl)
      change({ baseUrl })
      return start('connect', baseUrl, agreed === baseUrl)
    },
    withHttps: () => {
      setAsking(null)
      change({ baseUrl: withScheme('https', fields.baseUrl) })
    },
    refuse: () => setAsking(null),
    moved: connection !== null && connection.key.kept !== 'none' && fields.baseUrl !== connection.baseUrl,
  }
}
