for store in none wrong older cut empty message {cut,damaged}-cabinet cabinets cut-szdd {damaged,empty,passwd,windows}-pointer \
    pointer 'wrong;none;cut'; do
    fetch ntoskrnl.exe --server "$store" -o out
done
