import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '../../../shared/connection.ts'
import { type EndpointChoice, endpointChoices } from '../../../shared/endpoint.ts'
import type { FirstPictureField } from '../../../shared/first-picture.ts'
import { type PictureDeliveryChoice, pictureDeliveryChoices } from '../../../shared/picture-delivery.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './ConnectionForm.module.css'
import { FirstPictureFields } from './FirstPictureFields.tsx'

/** Rarely needed settings of a connection. */
export interface ConnectionOptions {
  readonly endpoint: EndpointChoice
  readonly pictures: PictureDeliveryChoice
  /** Null while first pictures of videos are off. */
  readonly firstPicture: FirstPictureField | null
}

/** Returns the options of a connection; the defaults if there is no connection. */
export function optionsOf(connection: Connection | null): ConnectionOptions {
  return {
    endpoint: connection?.endpoint ?? 'completions',
    pictures: connection?.pictures ?? 'auto',
    firstPicture: connection?.firstPicture ?? null,
  }
}

interface OptionFieldsProps {
  readonly value: ConnectionOptions
  readonly onChange: (change: Partial<ConnectionOptions>) => void
}

/** Fields for the chat endpoint, the transfer of pictures, and the first picture of videos; folded unless one of them was set. */
export function OptionFields({ value, onChange }: OptionFieldsProps) {
  const { t } = useTranslation()
  const [isOpen] = useState(
    value.endpoint !== 'completions' || value.pictures !== 'auto' || value.firstPicture !== null,
  )
  return (
    <details className={classes.more} open={isOpen}>
      <summary>{t('connection.more')}</summary>
      <div className={classes.options}>
        <NativeSelect
          label={t('connection.endpoint')}
          description={t(`connection.endpointHelp.${value.endpoint}`)}
          value={value.endpoint}
          data={endpointChoices.map((choice) => ({ value: choice, label: t(`connection.endpointNames.${choice}`) }))}
          onChange={(event) => {
            const chosen = endpointChoices.find((choice) => choice === event.currentTarget.value)
            if (chosen !== undefined) onChange({ endpoint: chosen })
          }}
        />
        <NativeSelect
          label={t('connection.pictures')}
          description={t(`connection.picturesHelp.${value.pictures}`)}
          value={value.pictures}
          data={pictureDeliveryChoices.map((choice) => ({
            value: choice,
            label: t(`connection.picturesNames.${choice}`),
          }))}
          onChange={(event) => {
            const chosen = pictureDeliveryChoices.find((choice) => choice === event.currentTarget.value)
            if (chosen !== undefined) onChange({ pictures: chosen })
          }}
        />
        <FirstPictureFields value={value.firstPicture} onChange={(firstPicture) => onChange({ firstPicture })} />
      </div>
    </details>
  )
}
