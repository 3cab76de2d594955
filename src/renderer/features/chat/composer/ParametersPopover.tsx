import { Popover, Switch, Textarea } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Parameters } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import { stopsMax } from '../../../../shared/parameter-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { BoundedNumber } from '../../../components/forms/BoundedNumber.tsx'
import { EffortField, ParameterField } from '../../../components/forms/ParameterField.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import layout from '../../../components/layout.module.css'
import { sentences } from '../../../components/words/sentences.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { setParameters } from '../actions/answer-actions.ts'
import { useChat } from '../state/chat-store.ts'
import { flushParameters, parametersTyped } from '../state/late-parameters.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'
import { useParameters } from '../state/use-parameters.ts'
import { stopSequences, typedStops } from '../state/written-text.ts'
import classes from './ParametersPopover.module.css'

/** Instructions and parameters of a conversation; an empty field uses the gateway's default. */
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
  const hasMemory = useApp((state) => state.settings.memory)
  const isTemporary = useChat(isTemporaryOpen)
  const isOffered = hasMemory && !isTemporary && parameters.text === undefined
  // number fields keep typed text; a new key resets them
  const [round, setRound] = useState(0)
  const change = (patch: Partial<Parameters>) => void setParameters({ ...parameters, ...patch })
  // a delayed change must use the latest values
  const latest = useRef(change)
  latest.current = change
  useEffect(() => flushParameters, [])
  return (
    <div key={round} className={layout.stack}>
      {parameters.text === undefined ? (
        <Textarea
          data-autofocus
          label={t('parameters.system')}
          description={t('parameters.systemHint')}
          rows={4}
          maxLength={100_000}
          defaultValue={parameters.system}
          onChange={(event) => {
            const text = event.currentTarget.value
            parametersTyped(() => latest.current({ system: text }))
          }}
        />
      ) : (
        <Textarea
          data-autofocus
          label={t('text.stop')}
          description={t('text.stopHint', { count: stopsMax })}
          rows={3}
          maxLength={1000}
          defaultValue={typedStops(parameters.text.stop)}
          onChange={(event) => {
            const stop = stopSequences(event.currentTarget.value, stopsMax)
            parametersTyped(() => latest.current({ text: { stop } }))
          }}
        />
      )}
      <div className={classes.pair}>
        <ParameterField
          name="temperature"
          start={parameters.temperature}
          onChange={(temperature) => change({ temperature })}
        />
        <ParameterField name="topP" start={parameters.topP} onChange={(topP) => change({ topP })} />
      </div>
      <p className={classes.hint}>{sentences(t, t('parameters.temperatureHint'), t('parameters.topPHint'))}</p>
      <ParameterField name="maxTokens" start={parameters.maxTokens} onChange={(maxTokens) => change({ maxTokens })} />
      {parameters.text === undefined ? (
        <EffortField
          parameters={parameters}
          description={t('parameters.effortHint')}
          onChange={(changed) => void setParameters(changed)}
        />
      ) : null}
      {parameters.text === undefined ? (
        <BoundedNumber
          label={t('parameters.contextMessages')}
          description={t('parameters.contextHint')}
          placeholder={t('parameters.all')}
          min={1}
          max={10_000}
          optional
          hideControls
          start={parameters.contextMessages}
          onChange={(value) => change({ contextMessages: value })}
        />
      ) : null}
      {isOffered ? (
        <Switch
          label={t('memory.inChat')}
          checked={parameters.memory !== false}
          onChange={(event) => {
            const { memory: _, ...others } = parameters
            void setParameters(event.currentTarget.checked ? others : { ...others, memory: false })
          }}
        />
      ) : null}
      <Button
        size="small"
        onClick={() => {
          const { effort: _, ...others } = parameters
          const stop = parameters.text === undefined ? {} : { text: { stop: [] } }
          void setParameters({ ...others, ...defaultParameters, ...stop })
          setRound(round + 1)
        }}
      >
        {t('parameters.reset')}
      </Button>
    </div>
  )
}
