import { NumberInput, Popover, Textarea } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Parameters } from '../../../shared/chat.ts'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import buttons from '../../components/buttons.module.css'
import { IconButton } from '../../components/IconButton.tsx'
import { setParameters } from './answer-actions.ts'
import { useChat } from './chat-store.ts'
import classes from './ParametersPopover.module.css'

export function useParameters(): Parameters {
  return useChat((state) => state.chat.open?.conversation.parameters ?? state.newParameters)
}

/** Instructions and numbers that are sent along; an empty field leaves it to the gateway. */
export function ParametersPopover() {
  const { t } = useTranslation()
  const opened = useChat((state) => state.parametersOpen)
  const owner = useChat((state) => state.chat.open?.conversation.id ?? state.newId)
  const close = () => useChat.setState({ parametersOpen: false })
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          icon={SlidersHorizontal}
          words={t('parameters.title')}
          onClick={() => useChat.setState({ parametersOpen: !opened })}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('parameters.title')}>
        <ParameterFields key={owner} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ParameterFields() {
  const { t } = useTranslation()
  const parameters = useParameters()
  // the number inputs keep what is typed; the key gives them fresh values after a reset
  const [round, setRound] = useState(0)
  const change = (patch: Partial<Parameters>) => void setParameters({ ...parameters, ...patch })
  const system = useLateChange((text: string) => change({ system: text }))
  const number = (value: string | number): number | null =>
    typeof value === 'number' && Number.isFinite(value) ? value : null
  const whole = (value: string | number): number | null => {
    const given = number(value)
    return given === null || given < 1 ? null : Math.round(given)
  }
  return (
    <div key={round} className={classes.fields}>
      <Textarea
        data-autofocus
        label={t('parameters.system')}
        description={t('parameters.systemHint')}
        rows={4}
        maxLength={100_000}
        defaultValue={parameters.system}
        onChange={(event) => system.typed(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <NumberInput
          label={t('parameters.temperature')}
          placeholder={t('parameters.gateway')}
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          clampBehavior="strict"
          hideControls
          defaultValue={parameters.temperature ?? ''}
          onChange={(value) => change({ temperature: number(value) })}
        />
        <NumberInput
          label={t('parameters.topP')}
          placeholder={t('parameters.gateway')}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          clampBehavior="strict"
          hideControls
          defaultValue={parameters.topP ?? ''}
          onChange={(value) => change({ topP: number(value) })}
        />
      </div>
      <p className={classes.hint}>
        {t('parameters.temperatureHint')} {t('parameters.topPHint')}
      </p>
      <NumberInput
        label={t('parameters.maxTokens')}
        placeholder={t('parameters.gateway')}
        min={1}
        max={2_000_000}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        defaultValue={parameters.maxTokens ?? ''}
        onChange={(value) => change({ maxTokens: whole(value) })}
      />
      <NumberInput
        label={t('parameters.contextMessages')}
        description={t('parameters.contextHint')}
        placeholder={t('parameters.all')}
        min={1}
        max={10_000}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        defaultValue={parameters.contextMessages ?? ''}
        onChange={(value) => change({ contextMessages: whole(value) })}
      />
      <button
        type="button"
        className={`${buttons.quiet} ${buttons.small}`}
        onClick={() => {
          change(defaultParameters)
          setRound(round + 1)
        }}
      >
        {t('parameters.reset')}
      </button>
    </div>
  )
}

/** Takes what is typed a moment later, and at once when the field goes away. */
function useLateChange(apply: (text: string) => void) {
  const latest = useRef(apply)
  latest.current = apply
  const pending = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | null>(null)
  const flush = useRef(() => {
    if (pending.current === null) return
    clearTimeout(pending.current.timer)
    const { text } = pending.current
    pending.current = null
    latest.current(text)
  })
  useEffect(() => flush.current, [])
  return {
    typed: (text: string) => {
      if (pending.current !== null) clearTimeout(pending.current.timer)
      pending.current = { text, timer: setTimeout(() => flush.current(), 400) }
    },
  }
}
