import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { curlText } from '../../../shared/curl-text.ts'
import type { GatewayRequest, GatewayRequestSummary } from '../../../shared/gateway-request.ts'
import { call, on } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import layout from '../layout.module.css'
import { copyText } from '../words/clipboard.ts'
import { LongText } from '../words/LongText.tsx'
import { JsonTree } from './JsonTree.tsx'
import { parsedTree } from './json-value.ts'
import classes from './RequestView.module.css'
import { bodyText, headerLines, stateWords, timedParts, timesLine } from './request-words.ts'

/** Everything that was sent and received in a logged request, reloaded while it runs. */
export function RequestView({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const [request, setRequest] = useState<GatewayRequest | null>(null)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    let isOver = false
    const load = async (): Promise<void> => {
      const answer = await call('requests.get', { id })
      if (isOver) return
      // the shown data stay even after the request has left the log
      if (answer.ok) setRequest(answer.value)
      else setGone(true)
    }
    void load()
    const forget = on('requests.changed', () => void load())
    return () => {
      isOver = true
      forget()
    }
  }, [id])
  if (request === null) return isGone ? <p role="alert">{t('requests.gone')}</p> : null
  return <Request request={request} />
}

function Request({ request }: { readonly request: GatewayRequest }) {
  const { t } = useTranslation()
  const { body, bytes, gotHeaders, hash, isCut, method, parts, requestId, sentHeaders, url } = request
  const facts = [
    [t('requests.answer'), stateWords(t, request)],
    [t('requests.times'), timesLine(t, request)],
    [t('requests.size'), t('requests.sizeLine', { bytes })],
    [t('requests.address'), `${method} ${url}`],
    ...(requestId === null ? [] : [[t('requests.id'), requestId]]),
    ...(hash === null ? [] : [[t('requests.hash'), hash]]),
  ]
  const sent = bodyText(t, body)
  const got = parts.map(({ text }) => text).join('')
  return (
    <>
      <TimeBar request={request} />
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={layout.wrapped}>
        <CopyWords label={t('requests.copyCurl')} text={() => curlText(request)} />
        <CopyWords label={t('requests.copyAnswer')} text={() => got} />
      </div>
      <Part title={t('requests.sentBody')} isCut={body.kind === 'text' && body.isCut}>
        <BodyText text={sent} plain={sent} />
      </Part>
      <Part title={t('requests.gotBody')} isCut={isCut}>
        {parts.length === 0 ? t('requests.nothingCame') : <BodyText text={got} plain={timedParts(parts)} />}
      </Part>
      <Part title={t('requests.sentHeaders')}>{headerLines(sentHeaders)}</Part>
      <Part title={t('requests.gotHeaders')}>
        {gotHeaders.length === 0 ? t('requests.nothingCame') : headerLines(gotHeaders)}
      </Part>
    </>
  )
}

/** A body: a tree if it is JSON, else its plain text. */
function BodyText({ plain, text }: { readonly text: string; readonly plain: string }) {
  const tree = useMemo(() => parsedTree(text), [text])
  return tree === null ? <LongText text={plain} /> : <JsonTree value={tree} />
}

interface PartProps {
  readonly title: string
  readonly isCut?: boolean
  readonly children: ReactNode
}

function Part({ children, isCut = false, title }: PartProps) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      {isCut ? <p className={classes.note}>{t('requests.cut')}</p> : null}
      {/* a scroll region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={classes.text} aria-label={title} tabIndex={0}>
        {children}
      </section>
    </>
  )
}

function CopyWords({ label, text }: { readonly label: string; readonly text: () => string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button size="small" onClick={async () => setCopied(await copyText(text()))}>
      {isCopied ? t('requests.copied') : label}
    </Button>
  )
}

/**
 * The duration of an ended request as a bar: waiting for the first byte, then receiving. The text below has the
 * numbers.
 */
function TimeBar({ request }: { readonly request: GatewayRequestSummary }) {
  const { endMs, firstByteMs } = request
  if (endMs === null || firstByteMs === null || endMs <= 0) return null
  return (
    <div className={classes.times} aria-hidden="true">
      <span style={{ width: `${Math.min(100, (firstByteMs / endMs) * 100)}%` }} />
    </div>
  )
}
