import { useState } from 'react'
import type { MediaItem } from '../../../../shared/media.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import layout from '../../../components/layout.module.css'
import { SegmentsField } from '../../../components/media-form/SegmentsField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { extendSource } from './extend-actions.ts'
import { type Extension, type ExtensionPercent, extensionPercents, extensions, largerCanvas } from './larger-canvas.ts'

/** A dialog that puts the source on a larger canvas, whose border the model paints. */
export function ExtendDialog({ media, onClose }: { media: MediaItem; onClose: () => void }) {
  const { t } = useTranslation()
  const [extension, setExtension] = useState<Extension>('all')
  const [percent, setPercent] = useState<ExtensionPercent>(50)
  const [busy, setBusy] = useState(false)
  const canvas = largerCanvas({ width: media.width ?? 1, height: media.height ?? 1 }, extension, percent)
  const extend = async () => {
    if (canvas === null || busy) return
    setBusy(true)
    const isDone = await extendSource(media, canvas)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog title={t('images.extendTitle')} onClose={onClose}>
      <Form className={layout.stack} onSend={() => void extend()}>
        <p className={layout.quiet}>{t('images.extendText')}</p>
        <SegmentsField
          label={t('images.extendSides')}
          value={extension}
          options={extensions.map((value) => ({ value, words: t(`images.extendBy.${value}`) }))}
          onChoose={setExtension}
        />
        <SegmentsField
          label={t('images.extendAmount')}
          value={percent}
          options={extensionPercents.map((value) => ({ value, words: `+${value} %` }))}
          onChoose={setPercent}
        />
        <p className={canvas === null ? layout.bad : layout.quiet} role="status">
          {canvas === null
            ? t('images.extendTooLarge')
            : t('images.extendSize', { size: `${canvas.width}×${canvas.height}` })}
        </p>
        <DialogFoot onCancel={onClose} submit={t('images.extendDo')} disabled={canvas === null || busy} />
      </Form>
    </Dialog>
  )
}
