typedef long HRESULT;
