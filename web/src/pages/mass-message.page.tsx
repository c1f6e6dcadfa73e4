import { useParams } from 'react-router';
import { MassMessageNotFound, MassMessageProgress } from '../features/mass-messages/mass-message-progress.tsx';

export function MassMessagePage() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <MassMessageProgress key={id} id={Number(id)} /> : <MassMessageNotFound />;
}
