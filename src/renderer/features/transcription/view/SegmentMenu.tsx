import { Menu } from '@mantine/core'
import { Clock, Combine, Ellipsis, Pencil, Trash2, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import buttons from '../../../components/buttons.module.css'
import { ActionMenu, OpeningItem } from '../../../components/window/ActionMenu.tsx'
import { editSegment, mergeNext, removeSegments } from '../edit/segment-actions.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './SegmentList.module.css'

interface SegmentMenuProps {
  readonly segment: TranscriptSegment
  readonly name: string
  readonly last: boolean
  readonly tab: number
}

/** What can be done with one segment. */
export function SegmentMenu({ segment, name, last, tab }: SegmentMenuProps) {
  const { t } = useTranslation()
  const only = new Set([segment.id])
  return (
    <ActionMenu
      width={220}
      target={
        <button
          type="button"
          className={`${buttons.icon} ${buttons.tiny} ${classes.menu}`}
          aria-label={t('transcription.segmentActions', { name })}
          tabIndex={tab}
        >
          <Ellipsis size={16} />
        </button>
      }
    >
      <OpeningItem leftSection={<Pencil size={15} />} onOpen={() => editSegment(segment.id)}>
        {t('transcription.edit')}
      </OpeningItem>
      <OpeningItem leftSection={<User size={15} />} onOpen={() => useTranscription.setState({ naming: only })}>
        {t('transcription.speakerSet')}
      </OpeningItem>
      {last ? null : (
        <Menu.Item leftSection={<Combine size={15} />} onClick={() => mergeNext(segment.id)}>
          {t('transcription.mergeNext')}
        </Menu.Item>
      )}
      {segment.from === null ? null : (
        <OpeningItem leftSection={<Clock size={15} />} onOpen={() => useTranscription.setState({ shifting: only })}>
          {t('transcription.shift')}
        </OpeningItem>
      )}
      <Menu.Item color="seal" leftSection={<Trash2 size={15} />} onClick={() => removeSegments(only)}>
        {t('transcription.delete')}
      </Menu.Item>
    </ActionMenu>
  )
}
