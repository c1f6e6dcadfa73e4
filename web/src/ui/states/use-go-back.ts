import { useNavigate } from 'react-router';

/** Goes back within the portal, or to its first page if this address was opened directly. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const place = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    void (place > 0 ? navigate(-1) : navigate('/'));
  };
}
