import { TableSetting } from './TableSetting.tsx'

export function ImagesPage() {
  return (
    <>
      <TableSetting name="imagesAtOnce" />
      <TableSetting name="imageSourceMegabytes" />
    </>
  )
}
