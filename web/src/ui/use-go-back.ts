import { useNavigate } from 'react-router';

/** Back to where the person came from within the portal; to its first page when this address was opened directly. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const place = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    void (place > 0 ? navigate(-1) : navigate('/'));
  };
}
