import { Popover } from '@mantine/core'
import { useState } from 'react'
import { type WindowTable, windowOf } from '../../../../shared/model-window.ts'
import { windowMax } from '../../../../shared/parameter-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { setWindow } from '../../../components/model-picker/model-marks.ts'
import { useApp, useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { sendEverything } from '../actions/length-actions.ts'
import { tightest } from '../actions/long-question.ts'
import { useKnownWindows } from '../actions/use-known-windows.ts'
import { useChat } from '../state/chat-store.ts'
import { useOthers } from '../state/compared-models.ts'
import { useTarget } from '../state/target.ts'
import { useParameters } from '../state/use-parameters.ts'
import classes from './Length.module.css'
import type { NextSize, Size } from './next-size.ts'

/** Number of tokens below which a new chat does not show its length. */
const shownFrom = 500

/** Length of the next request, compared with the model's context window. */
export function ContextMeter({ next }: { readonly next: NextSize | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [opened, setOpened] = useState(false)
  const { connection, model } = useTarget()
  const others = useOthers()
  const known = useKnownWindows([{ connectionId: connection?.id ?? '', model }, ...others])
  const own = useApp((state) => state.settings.modelWindowOf)
  const isNew = useChat((state) => state.chat.open === null)
  if (next === null || model === '') return null
  const { asked, size } = next
  const least = tightest(asked, own, known)
  const tokens = least?.tokens ?? next.tokens
  if (tokens < (isNew ? shownFrom : 1)) return null
  const window = least?.window ?? null
  const isOver = window !== null && tokens > window.tokens
  const words = {
    tokens: tokens.toLocaleString(language),
    model: least?.model ?? model,
    window: window?.tokens.toLocaleString(language) ?? '',
  }
  const name =
    window === null
      ? t('length.meterName', words)
      : t(window.from === 'known' ? 'length.meterNameKnown' : 'length.meterNameOf', words)
  const short = { tokens: shortCount(language, tokens), window: shortCount(language, window?.tokens ?? 0) }
  return (
    <Popover opened={opened} onDismiss={() => setOpened(false)} position="top-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          kind="plain"
          className={isOver ? `${classes.meter} ${classes.over}` : classes.meter}
          aria-haspopup="dialog"
          aria-label={isOver ? `${name} (${t('length.over')})` : name}
          title={name}
          onClick={() => setOpened(!opened)}
        >
          {window === null ? t('length.meter', short) : t('length.meterOf', short)}
          {isOver ? ` · ${t('length.over')}` : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('length.title')}>
        <Details
          size={size}
          pictures={next.pictures}
          tokens={words.tokens}
          models={[model, ...others.map((other) => other.model)]}
          known={known}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface DetailsProps {
  readonly size: Size
  readonly pictures: number
  readonly tokens: string
  readonly models: readonly string[]
  readonly known: WindowTable
}

function Details({ size, pictures, tokens, models, known }: DetailsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const hasStart = useParameters().context !== undefined
  return (
    <div className={classes.fields}>
      <p>{t('length.sends', { tokens, number: (size.messages + 1).toLocaleString(language) })}</p>
      {pictures === 0 ? null : <p>{t('length.pictures', { count: pictures })}</p>}
      {size.left === 0 ? null : <p>{t('length.left', { number: size.left.toLocaleString(language) })}</p>}
      {hasStart && size.left > 0 ? (
        <div>
          <Button size="small" onClick={() => void sendEverything()}>
            {t('length.everything')}
          </Button>
        </div>
      ) : null}
      {[...new Set(models)].map((model) => (
        <WindowField key={model} model={model} known={windowOf(model, {}, known)?.tokens ?? null} />
      ))}
      <p className={classes.quiet}>{t('length.windowHint')}</p>
    </div>
  )
}

function WindowField({ model, known }: { readonly model: string; readonly known: number | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const window = useApp((state) => windowOf(model, state.settings.modelWindowOf)?.tokens ?? null)
  return (
    <BoundedNumber
      label={t('length.window', { model })}
      placeholder={known === null ? t('length.unknown') : t('length.known', { window: known.toLocaleString(language) })}
      optional
      min={1}
      max={windowMax}
      start={window}
      onChange={(tokens) => setWindow(model, tokens)}
    />
  )
}

/** Returns a number in few characters: 980, 12.4K, 1.2M. */
function shortCount(language: string, count: number): string {
  return new Intl.NumberFormat(language === 'zh-CN' ? 'en' : language, {
    notation: 'compact',
    maximumFractionDigits: count < 100_000 ? 1 : 0,
  }).format(count)
}
