import { type ReactNode, useEffect, useState } from 'react'
import { curlText } from '../../../../shared/curl-text.ts'
import type { GatewayRequest } from '../../../../shared/gateway-request.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { copyText } from '../../../components/words/clipboard.ts'
import { LongText } from '../../../components/words/LongText.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call, on } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './Requests.module.css'
import { bodyText, clockTime, headerLines, stateWords, timedParts, timesLine } from './request-words.ts'

/** One request with all that was sent and came; `id` null shows nothing. */
export function RequestDialog({ id, onClose }: { readonly id: string | null; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [found, setFound] = useState<GatewayRequest | null>(null)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    if (id === null) return undefined
    let isOver = false
    setGone(false)
    const load = async (): Promise<void> => {
      const answer = await call('requests.get', { id })
      if (isOver) return
      // what is shown stays, also when it leaves the list
      if (answer.ok) setFound(answer.value)
      else setGone(true)
    }
    void load()
    const forget = on('requests.changed', () => void load())
    return () => {
      isOver = true
      forget()
    }
  }, [id])
  const request = found?.id === id ? found : null
  return (
    <Dialog
      opened={id !== null}
      onClose={onClose}
      size="wide"
      title={request === null ? '' : t('requests.title', { time: clockTime(language, request.at) })}
    >
      {request === null ? isGone ? <p role="alert">{t('requests.gone')}</p> : null : <Request request={request} />}
    </Dialog>
  )
}

function Request({ request }: { readonly request: GatewayRequest }) {
  const { t } = useTranslation()
  const { body, bytes, gotHeaders, hash, isCut, method, parts, requestId, sentHeaders, url } = request
  const facts = [
    [t('requests.address'), `${method} ${url}`],
    [t('requests.answer'), stateWords(t, request)],
    ...(requestId === null ? [] : [[t('requests.id'), requestId]]),
    [t('requests.times'), timesLine(t, request)],
    [t('requests.size'), t('requests.sizeLine', { bytes })],
    ...(hash === null ? [] : [[t('requests.hash'), hash]]),
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.bar}>
        <CopyWords label={t('requests.copyCurl')} text={() => curlText(request)} />
        <CopyWords label={t('requests.copyAnswer')} text={() => parts.map(({ text }) => text).join('')} />
      </div>
      <Part title={t('requests.sentHeaders')}>{headerLines(sentHeaders)}</Part>
      <Part title={t('requests.sentBody')} isCut={body.kind === 'text' && body.isCut}>
        <LongText text={bodyText(t, body)} />
      </Part>
      <Part title={t('requests.gotHeaders')}>
        {gotHeaders.length === 0 ? t('requests.nothingCame') : headerLines(gotHeaders)}
      </Part>
      <Part title={t('requests.gotBody')} isCut={isCut}>
        {parts.length === 0 ? t('requests.nothingCame') : <LongText text={timedParts(parts)} />}
      </Part>
    </>
  )
}

function Part({
  children,
  isCut = false,
  title,
}: {
  readonly title: string
  readonly isCut?: boolean
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      {isCut ? <p className={classes.note}>{t('requests.cut')}</p> : null}
      {/* a scroller must be reachable by keyboard */}
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
